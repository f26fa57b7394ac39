import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stop } from './own-node.mjs'
import { buildIfNeeded, installIfNeeded, node, root, runToEnd } from './prepare.mjs'

await installIfNeeded()
await buildIfNeeded()
if (!existsSync(join(root, 'node_modules/smtp-server'))) {
  stop(
    'A release has no tools for a rehearsal. Run it in a checkout of the project, not on the server.',
  )
}
runToEnd(node, ['scripts/rehearsal/rehearse.ts', ...process.argv.slice(2)])
