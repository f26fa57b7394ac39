// Switches to a release, and waits until it is healthy.
import { chmodSync, existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { get } from 'node:http'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ask,
  current,
  forget,
  previous,
  releases,
  replaceLink,
  run,
  say,
  sync,
  unfinished,
  writeWhole,
} from './as-root.mjs'

const units = '/etc/systemd/system'

/** @returns why the release is not healthy */
export async function switchTo(release, boot) {
  try {
    const caddyfile = () => readFileSync(join(current, 'deploy/Caddyfile'), 'utf8')
    const caddyfileBefore = caddyfile()
    replaceLink(current, release)
    installUnits(release)
    sync(current)
    if (boot) return undefined
    run('systemctl', ['restart', 'site.service'])
    if (caddyfile() !== caddyfileBefore)
      run('systemctl', ['reload', '--quiet', 'caddy'], { quiet: true })
    return await waitForHealth()
  } catch (error) {
    return error.message
  }
}

export async function goBack(old, reason, advice = '') {
  const problem = await switchTo(old)
  forget(unfinished)
  const state = problem ? `, which is not healthy either: ${problem}` : ''
  process.exitCode = 1
  say(`Went back to ${basename(old)}${state}. The other release: ${reason}.${advice}`)
}

/** Replaces units of any release, but none that the owner has changed. */
function installUnits(release) {
  const texts = (name) =>
    listReleases()
      .map((one) => join(one, 'deploy', name))
      .filter((one) => existsSync(one))
  let isChanged = false
  for (const name of readdirSync(join(release, 'deploy'))) {
    if (!/^site.*\.(?:service|socket|timer)$/.test(name)) continue
    const target = join(units, name)
    const wanted = readFileSync(join(release, 'deploy', name), 'utf8')
    const found = existsSync(target) ? readFileSync(target, 'utf8') : undefined
    if (found === wanted) continue
    const isOurs =
      found === undefined || texts(name).some((file) => readFileSync(file, 'utf8') === found)
    if (!isOurs) {
      say(`Left alone: ${target} is your own. The release's: ${current}/deploy/${name}`)
      continue
    }
    writeWhole(target, wanted)
    chmodSync(target, 0o644)
    say(`Replaced: ${target}`)
    isChanged = true
    if (found === undefined && wanted.includes('[Install]'))
      run('systemctl', ['enable', '--quiet', name])
  }
  if (isChanged) run('systemctl', ['daemon-reload'])
}

/** @returns why the site is not healthy within half a minute, and still so after two more seconds */
export async function waitForHealth() {
  const listen = ask('systemctl', ['show', '-p', 'Listen', '--value', 'site.socket']).replace(
    / .*/s,
    '',
  )
  const colon = listen.lastIndexOf(':')
  const at = listen.startsWith('/')
    ? { socketPath: listen }
    : { host: listen.slice(0, colon).replace(/[[\]]/g, ''), port: listen.slice(colon + 1) }
  const restarts = () => ask('systemctl', ['show', '-p', 'NRestarts', '--value', 'site'])
  // After a crash loop not 0, although `systemctl restart` has ended it.
  const before = restarts()
  const crashes = () => restarts() !== before
  const answers = async () =>
    (await statusOf(at, '/healthz')) === 200 && (await statusOf(at, '/')) === 200
  const end = Date.now() + 30_000
  while (Date.now() < end) {
    if (crashes()) return 'it crashes'
    if ((await answers()) && (await sleep(2000), await answers()))
      return crashes() ? 'it crashes' : undefined
    await sleep(300)
  }
  return 'it was not healthy within half a minute'
}

function statusOf(at, path) {
  return new Promise((answer) => {
    const request = get({ ...at, path, timeout: 3000, agent: false }, (response) => {
      response.resume()
      answer(response.statusCode)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => answer(undefined))
  })
}

/** Keeps three: this one, the one before, and the newest of the others. */
export function deleteOldReleases() {
  const kept = new Set([current, previous].map((link) => realpathSync(link)))
  const others = listReleases().filter((release) => !kept.has(release))
  for (const release of others.toSorted().toReversed().slice(1)) forget(release)
}

function listReleases() {
  return readdirSync(releases)
    .filter((name) => !name.endsWith('.partial'))
    .map((name) => join(releases, name))
}
