import { runToEnd, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

await installIfNeeded()
await buildIfNeeded()
runToEnd(node, ['dist/server/export.js'])
