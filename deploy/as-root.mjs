// Shared by the commands of operate.mjs: running programs as root or as the site's user, and files that survive a power cut.
import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseEnv } from 'node:util'

export const current = '/opt/site/current'
export const previous = '/opt/site/previous'
export const releases = '/opt/site/releases'
export const source = '/opt/site/source'
export const backups = '/var/lib/site-backups'
export const settingsFile = '/etc/site.env'
/** Names a step that a power cut may interrupt: the next start, or the next command, finishes it or goes back. */
export const unfinished = '/opt/site/unfinished'

/** A sentence for the owner. */
export class Stop extends Error {}

export const readSettings = () => parseEnv(readFileSync(settingsFile, 'utf8'))

export const dataDir = () => resolve(readSettings().DATA_DIR || '/var/lib/site')

export const forget = (path) => rmSync(path, { recursive: true, force: true })

export const timeName = () => new Date().toISOString().slice(0, 19).replaceAll(':', '')

export function run(command, args, { quiet = false } = {}) {
  const error = quiet ? 'ignore' : 'inherit'
  return spawnSync(command, args, { stdio: ['ignore', 2, error] }).status === 0
}

/** @returns what a command prints, in the clone */
export function ask(command, args) {
  const cwd = existsSync(source) ? source : '/'
  const { status, stdout } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Stop(`${basename(command)} ${args[0] ?? ''} failed`)
  return stdout.trim()
}

/** Runs the owner's command line as the service's user. @returns whether it succeeded */
export function site(...args) {
  const env = typeof args[0] === 'object' ? args.shift() : {}
  const [command, all] = siteCommand(env, args)
  return spawnSync(command, all, { stdio: 'inherit' }).status === 0
}

export function siteCommand(env, args) {
  const variables = {
    DATA_DIR: dataDir(),
    ADMIN_COMMAND: 'site-admin',
    // A copy of the database may be too large for /tmp, which is memory on Debian 13.
    TMPDIR: '/var/tmp',
    ...env,
  }
  const words = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const program = ['node_modules/.bin/node', `--env-file=${settingsFile}`, 'dist/server/cli.js']
  return ['runuser', ['-u', 'site', '--', 'env', ...words, ...program, ...args]]
}

/** Never half-written after a power cut. It keeps the owner and group of the file before. */
export function writeWhole(file, content, mode = 0o644) {
  const draft = `${file}.new`
  writeFileSync(draft, content, { mode, flush: true })
  if (existsSync(file)) chownSync(draft, statSync(file).uid, statSync(file).gid)
  renameSync(draft, file)
  sync(dirname(file))
}

export function replaceLink(link, target) {
  forget(`${link}.new`)
  symlinkSync(target, `${link}.new`)
  renameSync(`${link}.new`, link)
}

export function sync(path) {
  run('sync', ['-f', path])
}

export function say(text) {
  console.error(text)
}

export async function confirm(question, yes) {
  if (yes) return say(question)
  if (!process.stdin.isTTY)
    throw new Stop(`${question}\nThere is no terminal to ask on. To go ahead: --yes`)
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  if (!/^(?:y|yes)$/i.test(await reader.question(`${question}\nGo ahead? [y/N] `)))
    throw new Stop('you said no')
}

export function nothingChanged(error) {
  return new Stop(`Nothing has changed: ${error instanceof Stop ? error.message : error.stack}`)
}
