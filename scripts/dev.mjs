import { runToEnd, installIfNeeded, node } from './prepare.mjs'

await installIfNeeded()
runToEnd(node, ['node_modules/vite/bin/vite.js', 'dev'])
