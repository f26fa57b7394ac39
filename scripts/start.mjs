import { runToEnd, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

await installIfNeeded()
await buildIfNeeded()
// Room for young garbage: with 1 MB a page costs a sixth more, with 16 MB a server holds more memory than it needs.
// Its threads share what they ask for. deploy/site.service and the Dockerfile say the same.
runToEnd(node, ['--max-semi-space-size=4', 'dist/server/server.js'], {
  env: { MALLOC_ARENA_MAX: '2', ...process.env },
})
