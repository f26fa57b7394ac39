import { become, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
become(node, ['scripts/mailbox/main.ts'])
