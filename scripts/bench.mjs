import { runToEnd, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

await installIfNeeded()
await buildIfNeeded()
runToEnd(node, ['bench/run.ts'])
