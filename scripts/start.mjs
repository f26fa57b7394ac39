import { runToEnd, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
buildIfNeeded()
// A server's garbage is small and young, and its threads share what memory they ask for: a seventh
// less of it. deploy/site.service and the Dockerfile say the same.
runToEnd(node, ['--max-semi-space-size=4', 'dist/server/server.js'], {
  env: { MALLOC_ARENA_MAX: '2', ...process.env },
})
