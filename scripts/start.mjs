import { runToEnd, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

await installIfNeeded()
await buildIfNeeded()
// The young generation: with 1 MB a page costs a sixth more, with 16 MB the server takes more memory than it needs.
// MALLOC_ARENA_MAX also limits memory. deploy/site.service and the Dockerfile have the same values.
runToEnd(node, ['--max-semi-space-size=4', 'dist/server/server.js'], {
  env: { MALLOC_ARENA_MAX: '2', ...process.env },
})
