import { become, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
buildIfNeeded()
become(node, ['--enable-source-maps', 'dist/server/export.js'])
