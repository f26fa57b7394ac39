import { become, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
become(node, ['bench/run.ts'])
