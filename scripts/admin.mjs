import { runToEnd, buildIfPossible, installIfNeeded, node } from './prepare.mjs'

await installIfNeeded()
await buildIfPossible()
// Limits the memory of a backup or export of millions of rows on a small machine.
runToEnd(node, [
  '--max-semi-space-size=8',
  '--max-old-space-size=320',
  'dist/server/cli.js',
  ...process.argv.slice(2),
])
