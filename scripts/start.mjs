import { runToEnd, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
buildIfNeeded()
runToEnd(node, ['--enable-source-maps', 'dist/server/server.js'])
