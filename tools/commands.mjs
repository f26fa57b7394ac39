// The commands of package.json, except those that run tests.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stop } from './own-node.mjs'
import {
  build,
  buildIfNeeded,
  buildIfPossible,
  installIfNeeded,
  node,
  root,
  runToEnd,
} from './prepare.mjs'

const commands = {
  async start() {
    await buildIfNeeded()
    // The young generation: with 1 MB a page costs a sixth more, with 16 MB the server takes more memory than it needs.
    // MALLOC_ARENA_MAX also limits memory. deploy/site.service and the Dockerfile have the same values.
    runToEnd(node, ['--max-semi-space-size=4', 'dist/server/server.js'], {
      env: { MALLOC_ARENA_MAX: '2', ...process.env },
    })
  },

  dev() {
    runToEnd(node, ['node_modules/vite/bin/vite.js', 'dev'])
  },

  async admin(args) {
    await buildIfPossible()
    // Limits the memory of a backup or export of millions of rows on a small machine.
    const limits = ['--max-semi-space-size=8', '--max-old-space-size=320']
    runToEnd(node, [...limits, 'dist/server/cli.js', ...args])
  },

  async build() {
    if (!(await build())) process.exit(1)
    console.error('Built. `npm start` serves it; for a server, see docs/deploy.md.')
  },

  async export() {
    await buildIfNeeded()
    runToEnd(node, ['dist/server/export.js'])
  },

  async rehearse(args) {
    await buildIfNeeded()
    if (!existsSync(join(root, 'node_modules/smtp-server'))) {
      stop(
        'A release has no tools for a rehearsal. Run it in a checkout of the project, not on the server.',
      )
    }
    runToEnd(node, ['tools/rehearsal/rehearse.ts', ...args])
  },

  async bench() {
    await buildIfNeeded()
    runToEnd(node, ['tools/bench/run.ts'])
  },
}

const [, , name, ...args] = process.argv
await installIfNeeded()
await commands[name](args)
