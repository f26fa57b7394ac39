import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installChromiumIfNeeded, installHeadlessShell } from './chromium.mjs'
import { runToEnd, buildIfNeeded, installIfNeeded, node, root, run } from './prepare.mjs'

installIfNeeded()
installHeadlessShell()
installChromiumIfNeeded()
buildIfNeeded()
const tool = join(root, 'tools/lighthouse')
if (!existsSync(join(tool, 'node_modules/lighthouse'))) {
  console.error('Installing Lighthouse…')
  run('npm', ['install', '--no-save'], { cwd: tool, stdio: ['ignore', 'ignore', 'inherit'] })
}
runToEnd(node, ['scripts/lighthouse.ts'])
