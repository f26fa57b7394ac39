import { runToEnd, installIfNeeded, node } from './prepare.mjs'

await installIfNeeded()
runToEnd(node, ['scripts/mailbox/main.ts'])
