// Finds Debian's WebKit and Firefox, in which the journeys of test/journeys/engines.spec.ts run, or installs them.
import { spawnSync } from 'node:child_process'
import { installDebianPackages, onPath } from './chromium.mjs'

// Not the first python3 on the PATH: only Debian's has Debian's modules.
export const python = '/usr/bin/python3'

/** @returns {string | undefined} the path of Firefox on this machine */
export const findFirefox = () => process.env.FIREFOX ?? onPath('firefox-esr') ?? onPath('firefox')

/** @returns {string | undefined} the path of WebKit's driver, if the window and the display that it needs are there */
export function findWebKit() {
  const driver = onPath('WebKitWebDriver')
  if (!driver || !onPath('Xvfb')) return
  const typelib =
    'import gi; gi.require_version("WebKit2", "4.1"); gi.require_version("Gtk", "3.0")'
  return spawnSync(python, ['-c', typelib]).status === 0 ? driver : undefined
}

const windowOfWebKit = ['webkit2gtk-driver', 'xvfb', 'gir1.2-webkit2-4.1', 'python3-gi']

/** Only as root on Debian. Otherwise their journeys are skipped. */
export function installEnginesIfNeeded() {
  const missing = [
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(findWebKit() ? [] : windowOfWebKit),
  ]
  if (missing.length > 0) installDebianPackages('--no-install-recommends', ...missing)
}
