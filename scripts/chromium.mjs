// Finds a Chromium for the browser tests, and installs one if needed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { node, root } from './prepare.mjs'

/**
 * --no-sandbox is required as root. Without hinting, text has the same width as on a phone. The others
 * stop background requests.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--font-render-hinting=none',
]

const headlessShell = 'chromium-headless-shell'

/**
 * Prefers the headless shell: a full Chromium draws its toolbars in extra processes while a page loads,
 * which makes the tests slower on two cores and worsens Lighthouse's timings.
 * @returns {string | undefined} the path of a Chromium on this machine
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM ?? onPath(headlessShell)
  if (chosen) return chosen
  const { chromium } = createRequire(import.meta.url)('playwright-core')
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  return onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome')
}

/** By Playwright's download, or as root by apt-get if that fails. */
export function installChromiumIfNeeded() {
  if (findChromium()) return
  console.log('Getting a Chromium for the browser tests…')
  const download = spawnSync(
    node,
    ['node_modules/playwright-core/cli.js', 'install', '--with-deps', 'chromium'],
    {
      cwd: root,
      stdio: 'ignore',
      timeout: 300_000,
    },
  )
  if (download.status === 0 && findChromium()) return
  installHeadlessShell()
  if (!findChromium()) installDebianPackage('chromium')
  if (findChromium()) return
  console.error('No Chromium was found or could be installed. Set CHROMIUM to the path of one.')
  process.exit(1)
}

/** By apt-get, as root. */
export function installHeadlessShell() {
  if (!process.env.CHROMIUM && !onPath(headlessShell)) installDebianPackage(headlessShell)
}

function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore', env })
}

function onPath(command) {
  const found = spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' })
  return found.stdout?.trim() || undefined
}
