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
import { startLetter } from '#newsletter/letter-sending.ts'
import { seedSubscribers } from '../test/support/subscribers.ts'
import { load } from './support/load.ts'
import { startSmtpSink } from './support/smtp-sink.ts'
import { answers, startSite, type RunningServer } from './support/start-server.ts'
import { percentile, report, type Figure } from './support/table.ts'

// One visitor, calm and in company, by turns.

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

/** Each goes on for as long as a probe takes, or longer. */
const companies: Record<string, () => Promise<unknown>> = {
  '64 who sign up': () => load(site.url, seconds + 1, 'signups'),
  '8 who ask for their data': () => Promise.all(Array.from({ length: 8 }, askForData)),
  'the owner’s stats and export': () =>
    Promise.all([command('stats'), command('subscribers', 'export')]),
  'a letter to 100,000': () => sleep((seconds + 1) * 1000),
}

const figures: Figure[] = []
await probe(site, '/')
for (const [path, ...names] of [
  ['/', ...Object.keys(companies)],
  ['/healthz', '64 who sign up'],
] as const) {
  for (const name of names) figures.push(...(await measure(site, path, name)))
}
const sweeping = await startSweeping()
figures.push(...(await measure(sweeping, '/', 'the sweep of a million rows')))
await sweeping.stop()
await site.stop()
sink.process.kill()
await database.close()
rmSync(dir, { recursive: true })
report(figures)

/** A server sweeps as soon as it starts; a million rows keep it busy for longer than this takes. */
async function startSweeping(): Promise<RunningServer> {
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

async function measure(busySite: RunningServer, path: string, name: string): Promise<Figure[]> {
  const calm: number[][] = []
  const busy: number[][] = []
  // A letter, once begun, goes on: all that is calm comes before it.
  const isLetter = name.startsWith('a letter')
  for (let round = 0; round < rounds; round += 1) if (isLetter) calm.push(await probe(site, path))
  if (isLetter) await beginLetter()
  for (let round = 0; round < rounds; round += 1) {
    if (!isLetter) calm.push(await probe(site, path))
    const company = companies[name]?.()
    await sleep(500)
    busy.push(await probe(busySite, path))
    await company
  }
  return (
    [
      ['median', 50, 3],
      ['p99', 99, 10],
    ] as const
  ).map(([kind, percent, most]) => ({
    what: `${path} beside ${name}, ${kind}`,
    unit: 'ms',
    reference: 'calm',
    ours: busy.map((times) => percentile(times, percent)),
    theirs: calm.map((times) => percentile(times, percent)),
    wanted: { most },
  }))
}

async function beginLetter() {
  const now = new Date()
  const letter = {
    name: 'news',
    texts: { en: { subject: 'News', html: '<p>News.</p>', text: 'News.' } },
    sender: 'us@example.com',
    public_url: 'https://www.example.com',
  }
  await startLetter(database.db, letter, { dueAt: now, now })
}

async function probe({ url }: RunningServer, path: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  const endAt = performance.now() + seconds * 1000
  while (performance.now() < endAt) {
    const askedAt = performance.now()
    await answers(`${url}${path}`, agent)
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
