// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { node, root } from './prepare.mjs'

/**
 * Root needs --no-sandbox. Without hinting, text is as wide as on a phone. The others prevent network requests of
 * Chromium's own.
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
 * Prefers the headless shell. A full Chromium also draws its own toolbars while a page loads: on two cores the tests
 * take twice as long, and Lighthouse attributes that time to the page.
 * @returns {string | undefined} the path of a Chromium on this machine
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM ?? onPath(headlessShell)
  if (chosen) return chosen
  const own = downloadedByPlaywright()
  if (existsSync(own)) return own
  return onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome')
}

/** Asked on the project's Node: on Node 18 Playwright exits with its own message. */
function downloadedByPlaywright() {
  const script = `require('@playwright/test').chromium.executablePath()`
  return spawnSync(node, ['-p', script], { cwd: root, encoding: 'utf8' }).stdout.trim()
}

/** Tries Debian's headless shell, if run as root, then Playwright's own download, then Debian's Chromium. */
export function installChromiumIfNeeded() {
  installHeadlessShell()
  if (findChromium()) return
  console.log('Getting a Chromium for the browser tests…')
  const download = spawnSync(
    node,
    ['node_modules/@playwright/test/cli.js', 'install', '--with-deps', 'chromium'],
    {
      cwd: root,
      stdio: 'ignore',
      timeout: 300_000,
    },
  )
  if (download.status === 0 && findChromium()) return
  installDebianPackages('chromium')
  if (findChromium()) return
  console.error('No Chromium was found or could be installed. Set CHROMIUM to the path of one.')
  process.exit(1)
}

/** Only as root on Debian. With the fonts that the fallback fonts are fitted to: layout tests compare both. */
function installHeadlessShell() {
  if (!process.env.CHROMIUM && !onPath(headlessShell))
    installDebianPackages(headlessShell, 'fonts-liberation')
}

/** Does nothing unless run as root on Debian. */
export function installDebianPackages(...names) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: 'ignore', env, timeout: 300_000 }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', ...names], options)
}

export function onPath(command) {
  const found = spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' })
  return found.stdout?.trim() || undefined
}
