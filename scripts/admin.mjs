import { become, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
buildIfNeeded()
// The owner's machine may be a small one; a launch takes half the memory this way, and no longer.
become(node, ['--optimize-for-size', 'dist/server/cli.js', ...process.argv.slice(2)])
