import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import type { Schema } from '#database/schema.ts'
import { resumeMail } from '#mail/mail-pause.ts'
import { unsubscribeUrl } from '#newsletter/subscription-links.ts'
import { newAdminEnv, runAdmin } from '../support/admin.ts'
import type { DialectName } from '../support/databases.ts'
import { countsOf } from '../support/letters.ts'
import { hangUp, openInbox, type Answers } from '../support/smtp.ts'
import { startTestSite } from '../support/test-site.ts'
import { seedSubscribers } from '../support/subscribers.ts'

interface Size {
  dialect: DialectName
  people: number
  unsubscriptions: number
  mailPerSecond: number
  kills: number
  /** Between two kills, at most: at least a fifth of it. */
  calmMs: number
}

/** A claim lasts for half a second; on a busy machine what was begun by then may take longer. */
const inHandMs = 2000

/** Every stage at which a mail server can let us down, and a good time after each. */
const weather: Answers[] = [
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

/** A letter whose two servers are killed in turn, over a mail server that breaks, while people leave. */
export async function run(size: Size) {
  const { dialect, people, kills, calmMs } = size
  const { post, db, env, servers } = await sendLetter(size)
  const leavers = await startLeaving(db, size, env.SECRET)
  /** Ends pauses and retry delays, in slices because a statement has a time limit. */
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
    post.change(weather[kill % weather.length]!)
    const leaving = leavers.leave(servers[(kill + 1) % 2]!.url)
    await sleep((0.2 + 0.3 * Math.random()) * calmMs)
    post.change({})
    await passTime()
    await sleep(0.5 * Math.random() * calmMs)
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
  const late = [...leavers.leftAt].map(([email, at]) => (post.begunAt.get(email) ?? 0) - at)
  return {
    run: 'letter',
    database: dialect,
    count: people,
    kills,
    ...counts,
    unsubscribed: leavers.leftAt.size,
    /** Taken by the mail server, and the site believes otherwise. */
    lost: Math.max(0, post.taken.size - counts.sent - counts.in_doubt),
    doubled: [...post.taken.values()].filter((times) => times > 1).length,
    afterUnsubscribing: late.filter((ms) => ms > inHandMs).length,
    latestMs: Math.round(Math.max(0, ...late)),
    sumIsOff: Math.max(worst, Math.abs(people - sum(counts))),
  }
}

/** As after twenty seconds without a sign of life from its holder. */
async function freeLease(db: Kysely<Schema>) {
  await db.updateTable('lease').set({ holder: '' }).execute()
}

async function sendLetter({ dialect, people, mailPerSecond }: Size) {
  const post = await openPost()
  const { target, env } = await newAdminEnv(dialect, {
    SMTP_URL: post.inbox.url,
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
  return { post, db: database.db, env, servers }
}

/** Some of them all over the letter, as many after each kill. */
async function startLeaving(db: Kysely<Schema>, size: Size, secret: string) {
  const people = await db.selectFrom('subscribers').select(['id', 'email']).execute()
  const every = Math.floor(size.people / size.unsubscriptions)
  const left = people.filter((_, index) => index % every === 0)
  const share = Math.ceil(left.length / size.kills)
  const leftAt = new Map<string, number>()
  const leave = async (publicUrl: string) => {
    for (const { id, email } of left.splice(0, share)) {
      const body = 'List-Unsubscribe=One-Click'
      const link = unsubscribeUrl({ publicUrl, secret }, { id, language: 'en' })
      const answer = await fetch(link, { method: 'POST', body }).catch(() => undefined)
      if (answer?.ok) leftAt.set(email, performance.now())
    }
  }
  return { leave, leftAt }
}

const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/** A mail server that breaks as it is told to, and remembers only who got how many and when. */
async function openPost() {
  const taken = new Map<string, number>()
  const begunAt = new Map<string, number>()
  const inbox = await openInbox()
  const change = (now: Answers) => {
    for (const stage of Object.keys(inbox.answers)) delete inbox.answers[stage as keyof Answers]
    Object.assign(inbox.answers, now, {
      rcpt(address: string) {
        begunAt.set(address, performance.now())
        return now.rcpt
      },
      dot(address: string) {
        // Whoever hangs up after the last byte may have delivered it.
        const isTaken = now.dot === undefined || now.dot === hangUp
        if (isTaken) taken.set(address, (taken.get(address) ?? 0) + 1)
        return now.dot
      },
    })
    inbox.received.length = 0
    inbox.lines.length = 0
  }
  change({})
  const forgetting = setInterval(() => (inbox.received.length = inbox.lines.length = 0), 500)
  onTestFinished(() => clearInterval(forgetting))
  return { inbox, taken, begunAt, change }
}
