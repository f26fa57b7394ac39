import { runToEnd, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
buildIfNeeded()
runToEnd(node, ['bench/run.ts'])
