import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import type { Schema } from '#database/schema.ts'
import { resumeMail } from '#mail/mail-pause.ts'
import { readLetterStatus } from '#letters/stored-letters.ts'
import { unsubscribeUrl } from '#subscribers/subscription-links.ts'
import { newAdminEnv, runAdmin } from '../support/admin.ts'
import { countsOf } from '../support/letters.ts'
import { hangUp, openMailServer, type Replies } from '../support/mail-server.ts'
import { startTestSite } from '../support/test-site.ts'
import { seedSubscribers } from '../support/seed-subscribers.ts'

interface Size {
  people: number
  unsubscriptions: number
  mailPerSecond: number
  kills: number
  /** The longest time between two kills; the shortest is a fifth of it. */
  maxKillIntervalMs: number
}

/** A claim lasts half a second, but on a busy machine mail in flight may take longer. */
const maxInFlightMs = 2000

/** A fault at every stage of SMTP; between two faults the server works. */
const serverFaults: Replies[] = [
  { greeting: '421 4.3.2 busy' },
  { greeting: hangUp },
  { ehlo: hangUp },
  { mail: '451 4.3.0 later' },
  { rcpt: '550 5.7.1 relay not permitted' },
  { rcpt: hangUp },
  { data: hangUp },
  { inside: hangUp },
  { dot: '451 4.3.0 later' },
  { dot: '554 5.6.0 not this one' },
  { dot: hangUp },
]

/**
 * Sends a letter on PostgreSQL while two servers are killed alternately, the mail server fails and people unsubscribe. The
 * simulation does it on SQLite.
 */
export async function run(size: Size) {
  const { people, kills, maxKillIntervalMs } = size
  const { mailServer, db, env, servers } = await sendLetter(size)
  const unsubscribing = await prepareUnsubscribing(db, size, env.SECRET)
  /** Ends pauses and retry delays, in batches because a statement has a time limit. */
  const passTime = async () => {
    await resumeMail(db)
    const due_at = new Date(0).toISOString()
    const waiting = db.selectFrom('outbox').select('id').where('due_at', '>', due_at)
    let passed: bigint
    do {
      const { numUpdatedRows } = await db
        .updateTable('outbox')
        .set({ due_at })
        .where('id', 'in', waiting.where('status', '=', 'queued').limit(5000))
        .where('status', '=', 'queued')
        .executeTakeFirstOrThrow()
      passed = numUpdatedRows
    } while (passed > 0n)
  }
  let worst = 0
  for (let kill = 0; kill < kills; kill += 1) {
    mailServer.change(serverFaults[kill % serverFaults.length]!)
    const leaving = unsubscribing.leave(servers[(kill + 1) % 2]!.url)
    await sleep((0.2 + 0.3 * Math.random()) * maxKillIntervalMs)
    mailServer.change({})
    await passTime()
    await sleep(0.5 * Math.random() * maxKillIntervalMs)
    await servers[kill % 2]!.stop('SIGKILL')
    await freeLease(db)
    await leaving
    worst = Math.max(worst, Math.abs(people - sum(await countsOf(db))))
    servers[kill % 2] = await startTestSite(env)
  }
  await Promise.all(servers.map((server) => server.stop('SIGKILL')))
  await freeLease(db)
  await passTime()
  servers[0] = await startTestSite(env)
  await expect
    .poll(() => countsOf(db), { timeout: 60_000 + people * 5, interval: 100 })
    .toMatchObject({ queued: 0, sending: 0 })
  const counts = await countsOf(db)
  const late = [...unsubscribing.leftAt].map(
    ([email, at]) => (mailServer.begunAt.get(email) ?? 0) - at,
  )
  return {
    run: 'letter',
    database: 'postgres',
    count: people,
    kills,
    ...counts,
    unsubscribed: unsubscribing.leftAt.size,
    /** Accepted by the mail server, but not recorded as sent or in doubt. */
    lost: Math.max(0, mailServer.taken.size - counts.sent - counts.in_doubt),
    doubled: [...mailServer.taken.values()].filter((times) => times > 1).length,
    afterUnsubscribing: late.filter((ms) => ms > maxInFlightMs).length,
    latestMs: Math.round(Math.max(0, ...late)),
    sumIsOff: Math.max(worst, Math.abs(people - sum(counts))),
  }
}

/** Like an expired lease, without waiting twenty seconds. */
async function freeLease(db: Kysely<Schema>) {
  await db.updateTable('lease').set({ holder: '' }).execute()
}

async function sendLetter({ people, mailPerSecond }: Size) {
  const mailServer = await openFaultyMailServer()
  const { target, env } = await newAdminEnv('postgres', {
    SMTP_URL: mailServer.mailServer.url,
    MAIL_PER_SECOND: String(mailPerSecond),
    PUBLIC_URL: 'https://www.example.com',
    LOG_LEVEL: 'silent',
  })
  const database = await openDatabase(target)
  onTestFinished(() => database.close())
  await seedSubscribers(database.db, people)
  const servers = [await startTestSite(env), await startTestSite(env)]
  const sent = await runAdmin(env, ['letters', 'send', 'launch', '--yes', '--allow-sample-content'])
  expect(sent.code).toBe(0)
  const state = async () => (await readLetterStatus(database.db, 'launch'))!.state
  await expect.poll(state, { timeout: 60_000 + people, interval: 20 }).toBe('started')
  return { mailServer, db: database.db, env, servers }
}

/** Unsubscribes an equal share of the chosen people after each kill. */
async function prepareUnsubscribing(db: Kysely<Schema>, size: Size, secret: string) {
  const people = await db.selectFrom('subscribers').select(['id', 'email']).execute()
  const every = Math.floor(size.people / size.unsubscriptions)
  const left = people.filter((_, index) => index % every === 0)
  const share = Math.ceil(left.length / size.kills)
  const leftAt = new Map<string, number>()
  const leave = async (publicUrl: string) => {
    for (const { id, email } of left.splice(0, share)) {
      const body = 'List-Unsubscribe=One-Click'
      const link = unsubscribeUrl({ publicUrl, secret }, { id, language: 'en' })
      const response = await fetch(link, { method: 'POST', body }).catch(() => undefined)
      if (response?.ok) leftAt.set(email, performance.now())
    }
  }
  return { leave, leftAt }
}

const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/** A mail server with scripted faults that records only the number and time of mails by recipient. */
async function openFaultyMailServer() {
  const taken = new Map<string, number>()
  const begunAt = new Map<string, number>()
  const mailServer = await openMailServer()
  const change = (now: Replies) => {
    for (const stage of Object.keys(mailServer.replies))
      delete mailServer.replies[stage as keyof Replies]
    Object.assign(mailServer.replies, now, {
      rcpt(address: string) {
        begunAt.set(address, performance.now())
        return now.rcpt
      },
      dot(address: string) {
        // A server that hangs up after the last byte may have delivered the mail.
        const isTaken = now.dot === undefined || now.dot === hangUp
        if (isTaken) taken.set(address, (taken.get(address) ?? 0) + 1)
        return now.dot
      },
    })
    mailServer.received.length = 0
    mailServer.lines.length = 0
  }
  change({})
  const clearing = setInterval(
    () => (mailServer.received.length = mailServer.lines.length = 0),
    500,
  )
  onTestFinished(() => clearInterval(clearing))
  return { mailServer, taken, begunAt, change }
}
