import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installChromiumIfNeeded } from './chromium.mjs'
import { runToEnd, buildIfNeeded, installIfNeeded, node, root, runNpm } from './prepare.mjs'

await installIfNeeded()
installChromiumIfNeeded()
await buildIfNeeded()
const tool = join(root, 'tools/lighthouse')
if (!existsSync(join(tool, 'node_modules/lighthouse'))) {
  console.error('Installing Lighthouse…')
  await runNpm(['ci'], { cwd: tool })
}
runToEnd(node, ['scripts/lighthouse.ts'])
