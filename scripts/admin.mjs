import { runToEnd, buildIfPossible, installIfNeeded, node } from './prepare.mjs'

await installIfNeeded()
await buildIfPossible()
// The owner's machine may be a small one: a backup or an export of millions of rows stays small.
runToEnd(node, [
  '--max-semi-space-size=8',
  '--max-old-space-size=320',
  'dist/server/cli.js',
  ...process.argv.slice(2),
])
