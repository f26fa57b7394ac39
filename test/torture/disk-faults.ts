import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tmpdir } from 'node:os'
import { onTestFinished } from 'vitest'
import { connect } from '#database/connect.ts'
import { openDatabase } from '#database/open-database.ts'
import { newAdminEnv } from '../support/admin.ts'
import { eventually } from '../support/open-outbox.ts'
import { startTestSite } from '../support/test-site.ts'
import { ask, lossesOf } from './visitors.ts'

export const hasStrace = spawnSync('strace', ['-V']).status === 0

interface Fault {
  call: 'fsync,fdatasync' | 'pwrite64' | 'write'
  error: 'EIO' | 'ENOSPC'
  /** The first call to fail, and then every `step`th. */
  first: number
  step: number
  posts: number
  isControl?: boolean
}

/** Injects failing system calls, and counts responses sent before their data was synced. */
export async function run({ call, error, first, step, posts, isControl = false }: Fault) {
  const { target, env } = await newAdminEnv('sqlite', { LOG_LEVEL: 'silent' })
  await (await openDatabase(target)).close()
  const trace = join(mkdtempSync(join(tmpdir(), 'trace-')), 'calls')
  const program = isControl ? unsyncedCopy() : resolve('dist/server/server.js')
  const inject = `inject=${call}:error=${error}:when=${first}+${step}`
  const options = [
    '-D',
    '-f',
    '-s',
    '16',
    '-o',
    trace,
    '-e',
    'trace=write,writev,pwrite64,fsync,fdatasync',
  ]
  const command = ['strace', ...options, '-e', inject, process.execPath, program]
  const accepted: string[] = []
  const site = await startTestSite(env, undefined, command).catch(() => undefined)
  for (let serial = 0; site?.process.exitCode === null && serial < posts; serial += 1) {
    const email = `f${serial}@example.com`
    if ((await ask(`${site.url}/contact`, { body: { email } })).status === 200) accepted.push(email)
  }
  await site?.stop('SIGKILL')
  await eventually(
    () =>
      void calls(trace)
        .at(-1)!
        .match(/\+\+\+/)!.index,
  )
  const database = connect(target)
  onTestFinished(() => database.close())
  const failed = calls(trace).filter((line) => line.includes('(INJECTED)')).length
  const losses = await lossesOf(database, accepted)
  return { run: 'fault', failed, unsynced: unsynced(trace), ...losses }
}

const kinds = [
  { call: 'fsync,fdatasync', error: 'EIO' },
  { call: 'pwrite64', error: 'EIO' },
  { call: 'pwrite64', error: 'ENOSPC' },
  { call: 'write', error: 'EIO' },
] as const

/** Runs each kind of fault from each of these calls on, and sums up. */
export async function runAll({ firsts, posts }: { firsts: number[]; posts: number }) {
  const all = { failed: 0, acknowledged: 0, unsynced: 0, lost: 0, doubled: 0, withoutMail: 0 }
  let damaged = ''
  for (const kind of kinds) {
    for (const first of firsts) {
      const found = await run({ ...kind, first, step: 61, posts })
      for (const name of Object.keys(all) as (keyof typeof all)[]) all[name] += found[name]
      damaged += found.damaged
    }
  }
  const count = kinds.length * firsts.length
  return { run: 'faults', database: 'sqlite', count, ...all, damaged }
}

function calls(trace: string): string[] {
  return readFileSync(trace, 'utf8').trim().split('\n')
}

/** The number of 200 responses sent before the last write was synced. */
function unsynced(trace: string): number {
  let isSynced = false
  let count = 0
  for (const line of calls(trace)) {
    if (/pwrite64/.test(line)) isSynced = false
    if (/(?:fsync|fdatasync).*\) += 0$/.test(line)) isSynced = true
    if (!line.includes('"HTTP/1.1 ')) continue
    if (line.includes('HTTP/1.1 200') && !isSynced) count += 1
    // The next response needs a sync of its own.
    isSynced = false
  }
  return count
}

/** The build with `synchronous = OFF`, to see that the check finds unsynced responses. */
function unsyncedCopy(): string {
  const copy = resolve(`node_modules/.cache/unsynced-${process.pid}`)
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  for (const part of ['server', 'client']) {
    cpSync(`dist/${part}`, join(copy, part), { recursive: true })
  }
  for (const file of globSync(`${copy}/server/**/*.js`)) {
    const code = readFileSync(file, 'utf8')
    writeFileSync(file, code.replaceAll('synchronous = FULL', 'synchronous = OFF'))
  }
  return join(copy, 'server/server.js')
}

/** Fills the disk and frees it again. Without permission to mount, limits the file size instead. */
export async function runDisk({ rounds }: { rounds: number }) {
  const dir = mkdtempSync(join(tmpdir(), 'disk-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dir]).status === 0
  if (isMounted) onTestFinished(() => void spawnSync('umount', ['-l', dir]))
  const site = await startTestSite({ DATA_DIR: dir, LOG_LEVEL: 'silent' })
  const filler = join(dir, 'filler')
  const limit = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(site.process.pid), `--fsize=${bytes}:`])
  const fill = () => {
    if (isMounted) spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k'])
    else limit('1')
  }
  const free = () => (isMounted ? rmSync(filler) : limit('unlimited'))
  const accepted: string[] = []
  const figures = { refused: 0, wrongStatus: 0, pagesNotServed: 0, slowestReturnMs: 0 }
  const post = async (email: string) => {
    const response = await ask(`${site.url}/contact`, { body: { email } })
    if (response.status === 200) accepted.push(email)
    else if (response.status === 503 && response.retryAfter !== undefined) figures.refused += 1
    else figures.wrongStatus += 1
    return response.status
  }
  for (let round = 0; round < rounds; round += 1) {
    await post(`before${round}@example.com`)
    fill()
    // A partly filled page of the database may still take a few rows.
    for (let serial = 0; (await post(`full${round}-${serial}@example.com`)) === 200;) serial += 1
    if ((await ask(site.url)).status !== 200) figures.pagesNotServed += 1
    if ((await ask(`${site.url}/healthz`)).status !== 503) figures.wrongStatus += 1
    free()
    const freeAt = performance.now()
    for (let serial = 0; (await post(`free${round}-${serial}@example.com`)) !== 200;) serial += 1
    figures.slowestReturnMs = Math.max(figures.slowestReturnMs, performance.now() - freeAt)
  }
  const database = connect({ kind: 'sqlite', file: join(dir, 'site.db') })
  const losses = await lossesOf(database, accepted)
  await database.close()
  const { slowestReturnMs, ...counts } = figures
  const way = isMounted ? 'disk full' : 'disk full (by limit)'
  return {
    run: way,
    database: 'sqlite',
    count: rounds,
    ...counts,
    ...losses,
    slowestReturnMs: Math.round(slowestReturnMs),
  }
}
