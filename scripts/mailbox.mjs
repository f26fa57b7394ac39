import { runToEnd, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
runToEnd(node, ['scripts/mailbox/main.ts'])
