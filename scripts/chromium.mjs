// Finds a Chromium for the browser tests, and gets one where there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { node, root } from './prepare.mjs'

/** As root it needs the first; the others keep it from calling anyone. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/** @returns {string | undefined} the path of a Chromium on this machine */
export function findChromium() {
  const chosen = process.env.CHROMIUM
  if (chosen) return chosen
  const { chromium } = createRequire(import.meta.url)('playwright-core')
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  return onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome')
}

/** Playwright's own download first; the system's package manager where that fails and we are root. */
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
  installDebianPackage('chromium')
  if (findChromium()) return
  console.error('No Chromium was found or could be installed. Set CHROMIUM to the path of one.')
  process.exit(1)
}

/**
 * The browser without its windows. A whole Chromium draws its own toolbars, in processes of their own,
 * while the page loads: on a machine of two cores that is counted as time the page took.
 * @returns {string | undefined} its path, or that of a whole Chromium
 */
export function findHeadlessShell() {
  return process.env.CHROMIUM ?? onPath(headlessShell) ?? findChromium()
}

export function installHeadlessShellIfPossible() {
  if (!process.env.CHROMIUM && !onPath(headlessShell)) installDebianPackage(headlessShell)
}

const headlessShell = 'chromium-headless-shell'

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
