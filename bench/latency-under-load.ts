import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { scheduleLetter } from '#letters/stored-letters.ts'
import { seedSubscribers } from '../test/support/subscribers.ts'
import { load } from './support/load.ts'
import { startSmtpSink } from './support/smtp-sink.ts'
import { readResponse, startSite, type RunningServer } from './support/start-server.ts'
import { percentile, report, type Figure } from './support/table.ts'

// The latency of one visitor's requests, alternately on an idle server and under load.

const rounds = Number(process.env['ROUNDS'] ?? 3)
const seconds = Number(process.env['SECONDS'] ?? 2)
const people = 100_000

const dir = mkdtempSync(join(tmpdir(), 'bench-'))
const database = connect({ kind: 'sqlite', file: join(dir, 'site.db') })
await migrate(database)
await database.db.transaction().execute(async (trx) => {
  await seedSubscribers(trx, people)
})
const sink = await startSmtpSink()
const env = { DATABASE_URL: `sqlite:${join(dir, 'site.db')}`, SECRET: 's'.repeat(32) }
const site = await startSite({ ...env, SMTP_URL: sink.url, MAIL_PER_SECOND: '10000' })

/** Each lasts at least as long as a probe. */
const loads: Record<string, () => Promise<unknown>> = {
  '64 signups at a time': () => load(site.url, seconds + 1, 'signups'),
  '8 data requests at a time': () => Promise.all(Array.from({ length: 8 }, askForData)),
  'the owner’s stats and export': () =>
    Promise.all([command('stats'), command('subscribers', 'export')]),
  'a letter to 100,000': () => sleep((seconds + 1) * 1000),
}

const figures: Figure[] = []
await probe(site, '/')
for (const [path, ...names] of [
  ['/', ...Object.keys(loads)],
  ['/healthz', '64 signups at a time'],
] as const) {
  for (const name of names) figures.push(...(await measure(site, path, name)))
}
const deleting = await startWithExpiredRows()
figures.push(...(await measure(deleting, '/', 'the deletion of a million expired rows')))
await deleting.stop()
await site.stop()
sink.process.kill()
await database.close()
rmSync(dir, { recursive: true })
report(figures)

/** A server deletes expired rows at its start: a million of them take longer than this benchmark. */
async function startWithExpiredRows(): Promise<RunningServer> {
  const file = join(dir, 'old.db')
  const old = connect({ kind: 'sqlite', file })
  await migrate(old)
  await sql`insert into mail_allowances (id, inbox, kind, is_reserved, taken_at)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1000000)
    select n, 'person' || n || '@example.com', 'confirm-signup', 1, '2020-01-01T00:00:00.000Z'
    from numbers`.execute(old.db)
  await old.close()
  return await startSite({ ...env, DATABASE_URL: `sqlite:${file}` })
}

async function measure(loadedSite: RunningServer, path: string, name: string): Promise<Figure[]> {
  const idle: number[][] = []
  const loaded: number[][] = []
  // A letter can't be interrupted: measure the idle server first.
  const isLetter = name.startsWith('a letter')
  for (let round = 0; round < rounds; round += 1) if (isLetter) idle.push(await probe(site, path))
  if (isLetter) await sendLetter()
  for (let round = 0; round < rounds; round += 1) {
    if (!isLetter) idle.push(await probe(site, path))
    const running = loads[name]?.()
    await sleep(500)
    loaded.push(await probe(loadedSite, path))
    await running
  }
  return (
    [
      ['median', 50, 3],
      ['p99', 99, 10],
    ] as const
  ).map(([kind, percent, max]) => ({
    what: `${path} during ${name}, ${kind}`,
    unit: 'ms',
    reference: 'idle',
    ours: loaded.map((times) => percentile(times, percent)),
    theirs: idle.map((times) => percentile(times, percent)),
    required: { max },
  }))
}

async function sendLetter() {
  const now = new Date()
  const letter = {
    name: 'news',
    texts: { en: { subject: 'News', html: '<p>News.</p>', text: 'News.' } },
    sender: 'us@example.com',
    public_url: 'https://www.example.com',
  }
  await scheduleLetter(database.db, letter, { dueAt: now, now })
}

async function probe({ url }: RunningServer, path: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  const endAt = performance.now() + seconds * 1000
  while (performance.now() < endAt) {
    const askedAt = performance.now()
    await readResponse(`${url}${path}`, agent)
    times.push(performance.now() - askedAt)
    await sleep(3)
  }
  agent.destroy()
  return times
}

async function askForData(_: unknown, client: number) {
  const endAt = performance.now() + (seconds + 1) * 1000
  for (let serial = client; performance.now() < endAt; serial += 8) {
    const body = new URLSearchParams({ email: `person${serial}@example.com` })
    const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
    await (
      await fetch(`${site.url}/my-data`, { method: 'POST', body, headers, redirect: 'manual' })
    ).text()
  }
}

async function command(...args: string[]) {
  const endAt = performance.now() + seconds * 1000
  do {
    const child = spawn(process.execPath, ['dist/server/cli.js', ...args], {
      env: { ...env, DATA_DIR: dir },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await once(child, 'exit')
  } while (performance.now() < endAt)
}
