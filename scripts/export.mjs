import { runToEnd, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
buildIfNeeded()
runToEnd(node, ['dist/server/export.js'])
