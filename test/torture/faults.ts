import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tmpdir } from 'node:os'
import { onTestFinished } from 'vitest'
import { connect } from '#database/connect.ts'
import { openDatabase } from '#database/open-database.ts'
import { newAdminEnv } from '../support/admin.ts'
import { eventually } from '../support/outbox.ts'
import { startTestSite } from '../support/test-site.ts'
import { ask, lossesOf } from './visitors.ts'

export const hasStrace = spawnSync('strace', ['-V']).status === 0

interface Fault {
  call: 'fsync,fdatasync' | 'pwrite64' | 'write'
  error: 'EIO' | 'ENOSPC'
  /** The first to fail, and every so many after it. */
  first: number
  step: number
  posts: number
  isControl?: boolean
}

/** The Nth system call fails. Nobody may read ok before what they wrote is on the disk. */
export async function run({ call, error, first, step, posts, isControl = false }: Fault) {
  const { target, env } = await newAdminEnv('sqlite', { LOG_LEVEL: 'silent' })
  await (await openDatabase(target)).close()
  const trace = join(mkdtempSync(join(tmpdir(), 'trace-')), 'calls')
  const program = isControl ? carelessCopy() : resolve('dist/server/server.js')
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
  const kept: string[] = []
  const site = await startTestSite(env, undefined, command).catch(() => undefined)
  for (let serial = 0; site?.process.exitCode === null && serial < posts; serial += 1) {
    const email = `f${serial}@example.com`
    if ((await ask(`${site.url}/contact`, { body: { email } })).status === 200) kept.push(email)
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
  const losses = await lossesOf(database, kept)
  return { run: 'fault', failed, unsynced: unsynced(trace), ...losses }
}

const kinds = [
  { call: 'fsync,fdatasync', error: 'EIO' },
  { call: 'pwrite64', error: 'EIO' },
  { call: 'pwrite64', error: 'ENOSPC' },
  { call: 'write', error: 'EIO' },
] as const

/** Each kind of fault, beginning at each of these calls; all in one line. */
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

/** How many read ok when the last that was written was not on the disk. */
function unsynced(trace: string): number {
  let isSynced = false
  let count = 0
  for (const line of calls(trace)) {
    if (/pwrite64/.test(line)) isSynced = false
    if (/(?:fsync|fdatasync).*\) += 0$/.test(line)) isSynced = true
    if (!line.includes('"HTTP/1.1 ')) continue
    if (line.includes('HTTP/1.1 200') && !isSynced) count += 1
    // What comes next needs a commit of its own.
    isSynced = false
  }
  return count
}

/** The build, but a commit does not wait for the disk. */
function carelessCopy(): string {
  const copy = resolve(`node_modules/.cache/careless-${process.pid}`)
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

/** A disk without room, and room again. Where nothing may be mounted, files that may not grow. */
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
  const kept: string[] = []
  const figures = { refused: 0, wronglyAnswered: 0, pagesNotServed: 0, slowestReturnMs: 0 }
  const post = async (email: string) => {
    const answer = await ask(`${site.url}/contact`, { body: { email } })
    if (answer.status === 200) kept.push(email)
    else if (answer.status === 503 && answer.retryAfter !== undefined) figures.refused += 1
    else figures.wronglyAnswered += 1
    return answer.status
  }
  for (let round = 0; round < rounds; round += 1) {
    await post(`before${round}@example.com`)
    fill()
    // What is left of a page that was begun may still take some.
    for (let serial = 0; (await post(`full${round}-${serial}@example.com`)) === 200;) serial += 1
    if ((await ask(site.url)).status !== 200) figures.pagesNotServed += 1
    if ((await ask(`${site.url}/healthz`)).status !== 503) figures.wronglyAnswered += 1
    free()
    const freeAt = performance.now()
    for (let serial = 0; (await post(`free${round}-${serial}@example.com`)) !== 200;) serial += 1
    figures.slowestReturnMs = Math.max(figures.slowestReturnMs, performance.now() - freeAt)
  }
  const database = connect({ kind: 'sqlite', file: join(dir, 'site.db') })
  const losses = await lossesOf(database, kept)
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
