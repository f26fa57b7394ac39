import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import pg from 'pg'
import { connect, type Database, type Target } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import type { LetterPicture } from '#letters/letter-pictures.ts'
import { readLetterStatus, scheduleLetter } from '#letters/stored-letters.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { seedSubscribers } from '../test/support/subscribers.ts'
import { peakMegabytesOf } from './support/peak-memory.ts'
import { startSmtpSink } from './support/smtp-sink.ts'
import { startSite, type RunningServer } from './support/start-server.ts'
import { percentile, report, type Figure } from './support/table.ts'

// A letter sent by the running server, compared with plain pooled nodemailer on the same sink.

const recipients = Number(process.argv[2] ?? 2500)
// Short rounds: a server that is halted for too long loses its lease.
const rounds = Math.min(100, recipients / 200)
/** `node bench/letter.ts 100000 SQLite` measures one database alone. */
const only = process.argv[3]
const html = `<!doctype html>${'<p>A letter of a usual length.</p>'.repeat(200)}`

const sink = await startSmtpSink()
const postgres = await startPostgres([])
const newDatabase = async (name: string) => {
  const admin = new pg.Client(postgres.url)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return new URL(name, postgres.url).href
}
await plain(2000)
const dir = mkdtempSync(join(tmpdir(), 'bench-'))
const sqlite = (name: string): Target => ({ kind: 'sqlite', file: join(dir, `${name}.db`) })
const cases: [name: string, target: Target, servers: number, pictures?: LetterPicture[]][] = [
  ['SQLite', sqlite('site'), 1],
  ['SQLite, two pictures', sqlite('pictures'), 1, twoPictures()],
  ['PostgreSQL', { kind: 'postgres', url: await newDatabase('one') }, 1],
  ['PostgreSQL, three servers', { kind: 'postgres', url: await newDatabase('three') }, 3],
]
const figures: Figure[] = []
for (const [name, ...given] of cases)
  if (only === undefined || only === name) figures.push(...(await measure(name, ...given)))
sink.process.kill()
await postgres.stop()
rmSync(dir, { recursive: true })
report(figures)

async function measure(
  name: string,
  target: Target,
  servers: number,
  pictures: LetterPicture[] = [],
): Promise<Figure[]> {
  const database = connect(target)
  await migrate(database)
  await seedSubscribers(database.db, recipients)
  const running = await Promise.all(Array.from({ length: servers }, () => serve(target)))
  const idle = await confirmations(database, running[0]!.url, 25)
  const empty = await bytesOf(database, target)
  const now = new Date()
  const letter = {
    name: 'launch',
    texts: {
      en: {
        subject: 'We are live',
        html: `${html}${pictures.map(({ cid }) => `<img src="cid:${cid}">`).join('')}`,
        text: 'A letter of a usual length. '.repeat(100),
      },
    },
    pictures,
    sender: 'us@example.com',
    public_url: 'https://www.example.com',
  }
  await scheduleLetter(database.db, letter, { dueAt: now, now })
  while ((await readLetterStatus(database.db, 'launch'))!.state !== 'started') await sleep(2)
  const queued = await bytesOf(database, target)
  const beside: number[] = []
  const ours: number[] = []
  const theirs: number[] = []
  let round = { startedAt: performance.now(), left: recipients, number: 0 }
  while (round.left > 0) {
    const row = (await readLetterStatus(database.db, 'launch'))!
    const left = row.queued + row.sending
    // Every fifth round measures confirmation mail during the letter, because measuring it slows the letter down.
    const isBeside = round.number % 5 === 4
    if (left === 0 || round.left - left > recipients / rounds) {
      if (!isBeside) {
        ours.push((round.left - left) / ((performance.now() - round.startedAt) / 1000))
        theirs.push(await whileHalted(running, () => plain(recipients / rounds / 2, pictures)))
        console.error(`${name}: ${left} left, ratio ${(ours.at(-1)! / theirs.at(-1)!).toFixed(2)}`)
      }
      round = { startedAt: performance.now(), left, number: round.number + 1 }
    } else if (isBeside) beside.push(...(await confirmations(database, running[0]!.url, 1)))
    await sleep(100)
  }
  const sent = await bytesOf(database, target)
  const peaks = running.map(({ pid }) => peakMegabytesOf(pid, 0))
  await Promise.all(running.map((server) => server.stop()))
  await database.close()
  const each = (bytes: number) => (bytes - empty) / recipients
  const what = `a letter to ${recipients.toLocaleString('en')}, ${name}`
  const figure = (
    of: string,
    unit: string,
    [reference, here, there]: [string, number, number],
    required: Figure['required'],
  ): Figure => ({ what: `${what}${of}`, unit, reference, ours: [here], theirs: [there], required })
  return [
    {
      what,
      unit: '/s',
      reference: 'plain pooled nodemailer',
      ours,
      theirs,
      required: { min: 0.85 },
    },
    figure(': peak memory', 'MB', ['limit', Math.max(...peaks), 150], { max: 1 }),
    figure(': database, all sent', 'bytes each', ['all queued', each(sent), each(queued)], {
      max: 3,
    }),
    ...([50, 100] as const).map((percent) =>
      figure(
        `: delay of other mail, ${percent === 50 ? 'median' : 'worst'}`,
        'ms',
        ['no letter', percentile(beside, percent), percentile(idle, percent)],
        { max: 5 },
      ),
    ),
  ]
}

/** The reference runs between the rounds, because a shared machine changes its speed by the minute. */
async function whileHalted<Result>(servers: RunningServer[], work: () => Promise<Result>) {
  for (const { pid } of servers) process.kill(pid, 'SIGSTOP')
  const result = await work()
  for (const { pid } of servers) process.kill(pid, 'SIGCONT')
  return result
}

function serve(target: Target): Promise<RunningServer> {
  return startSite({
    DATABASE_URL: target.kind === 'sqlite' ? `sqlite:${target.file}` : target.url,
    SECRET: 'a secret for the benchmark, long enough',
    SMTP_URL: sink.url,
    MAIL_PER_SECOND: '10000',
  })
}

/** The time from the response to a submission until both its mails are recorded as sent. */
async function confirmations({ db }: Database, url: string, count: number): Promise<number[]> {
  const times: number[] = []
  for (let done = 0; done < count; done++) {
    const email = `${crypto.randomUUID()}@example.com`
    await fetch(`${url}/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'A', email, message: 'x' }),
    })
    const startedAt = performance.now()
    const message = db.selectFrom('messages').select('id').where('email_key', '=', email)
    for (let sent = 0; sent < 2; await sleep(2)) {
      const mails = db.selectFrom('outbox').select('id').where('about_id', 'in', message)
      sent = (await mails.where('status', '=', 'sent').execute()).length
    }
    times.push(performance.now() - startedAt)
    await sleep(20)
  }
  return times
}

async function bytesOf({ db }: Database, target: Target): Promise<number> {
  if (target.kind === 'sqlite') {
    await sql`pragma wal_checkpoint(truncate)`.execute(db).catch(() => {})
    return statSync(target.file).size
  }
  const { rows: found } = await sql<{
    size: string
  }>`select pg_total_relation_size('outbox') as size`.execute(db)
  return Number(found[0]!.size)
}

/** Of 100 kB each. */
function twoPictures(): LetterPicture[] {
  return ['one.jpg', 'two.jpg'].map((name) => ({
    name,
    file: name,
    cid: `${name}@pictures`,
    type: 'image/jpeg',
    width: 1120,
    height: 700,
    base64: randomBytes(100_000).toString('base64'),
  }))
}

async function plain(mails: number, pictures: LetterPicture[] = []): Promise<number> {
  const pool = createTransport({ url: sink.url, pool: true, maxConnections: 5 })
  const text = 'A letter of a usual length. '.repeat(100)
  const attachments = pictures.map(({ cid, file, base64 }) => {
    return { cid, filename: file, content: Buffer.from(base64, 'base64') }
  })
  const startedAt = performance.now()
  let next = 0
  const sendNext = async () => {
    while (next < mails) {
      const to = `person${next++}@example.com`
      await pool.sendMail({
        from: 'us@example.com',
        to,
        subject: 'We are live',
        html,
        text,
        attachments,
      })
    }
  }
  await Promise.all(Array.from({ length: 10 }, sendNext))
  pool.close()
  return mails / ((performance.now() - startedAt) / 1000)
}
