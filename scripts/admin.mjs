import { runToEnd, buildIfPossible, installIfNeeded, node } from './prepare.mjs'

await installIfNeeded()
await buildIfPossible()
// Limits memory, so that a backup or an export of millions of rows runs on a small server.
runToEnd(node, [
  '--max-semi-space-size=8',
  '--max-old-space-size=320',
  'dist/server/cli.js',
  ...process.argv.slice(2),
])
