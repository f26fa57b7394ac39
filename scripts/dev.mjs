import { become, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
become(node, ['node_modules/vite/bin/vite.js', 'dev'])
