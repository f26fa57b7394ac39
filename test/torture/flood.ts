import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import { scheduleLetter } from '#letters/stored-letters.ts'
import { newAdminEnv } from '../support/admin.ts'
import type { DialectName } from '../support/databases.ts'
import { letter } from '../support/letters.ts'
import { openMailServer } from '../support/mail-server.ts'
import { seedSubscribers } from '../support/seed-subscribers.ts'
import { startTestSite } from '../support/test-site.ts'

interface Flood {
  dialect: DialectName
  signupsPerSecond: number
  seconds: number
  mailPerSecond: number
  unconfirmedPerHour: number
  /** How long to wait after the flood for mails to honest visitors. */
  secondsAfter: number
}

/** Signups with other people's addresses at a steady rate, while a letter is sent. */
export async function run(flood: Flood) {
  const { dialect, signupsPerSecond, seconds, mailPerSecond, unconfirmedPerHour, secondsAfter } =
    flood
  const smtp = await openMailServer()
  const { target, env } = await newAdminEnv(dialect, {
    SMTP_URL: smtp.url,
    MAIL_PER_SECOND: String(mailPerSecond),
    UNCONFIRMED_MAIL_PER_HOUR: String(unconfirmedPerHour),
    SUBMISSIONS_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
  })
  const database = await openDatabase(target)
  onTestFinished(() => database.close())
  await seedSubscribers(database.db, 10_000)
  const site = await startTestSite(env)
  const now = new Date()
  await scheduleLetter(database.db, letter, { dueAt: now, now })
  const startedAt = performance.now()
  const count = signupsPerSecond * seconds
  const responses: Promise<Response>[] = []
  const honestSubmits = new Map<string, number>()
  for (let sent = 0; sent < count; sent += 1) {
    if (sent % (signupsPerSecond * 5) === 0) {
      const email = `honest${sent}@example.com`
      honestSubmits.set(email, performance.now())
      responses.push(site.submit({ email }))
    }
    responses.push(site.submit({ email: `victim${sent}@example.org` }))
    await sleep(Math.max(0, startedAt + ((sent + 1) * 1000) / signupsPerSecond - performance.now()))
  }
  const refused = (await Promise.all(responses)).filter(({ status }) => status !== 200).length
  const endedAt = performance.now()
  const honestWaits = await waitForHonest(smtp.received, honestSubmits, secondsAfter)
  await site.stop('SIGTERM')
  const times = smtp.received.map(({ at }) => at).filter((at) => at < endedAt)
  const isLetter = (to: string[]) => to[0]!.startsWith('person')
  const letters = smtp.received.filter(({ to, at }) => at < endedAt && isLetter(to)).length
  const perSecond = Array.from({ length: seconds }, (_, second) => {
    const from = startedAt + second * 1000
    return times.filter((at) => at >= from && at < from + 1000).length
  })
  return {
    run: 'flood',
    database: dialect,
    signupsPerSecond,
    refused,
    mails: times.length,
    /** Without the first two seconds, which include the lease and the first connection. */
    slowestSecond: Math.min(...perSecond.slice(2)),
    fastestSecond: Math.max(...perSecond),
    ...honestWaits,
    lettersPerSecond: Math.round((letters / seconds) * 10) / 10,
  }
}

/** Seconds from an honest visitor's signup to their confirmation mail; one signs up every five seconds. */
async function waitForHonest(
  received: { to: string[]; at: number }[],
  submits: Map<string, number>,
  secondsAfter: number,
) {
  const arrived = () => received.filter(({ to }) => submits.has(to[0]!))
  const deadline = performance.now() + secondsAfter * 1000
  while (arrived().length < submits.size && performance.now() < deadline) await sleep(200)
  const waits = arrived()
    .map(({ to, at }) => Math.round(at - submits.get(to[0]!)!) / 1000)
    .toSorted((a, b) => a - b)
  return {
    honest: submits.size,
    honestMailed: waits.length,
    honestMedianSeconds: waits[Math.floor(waits.length / 2)] ?? 'none',
    honestMaxSeconds: waits.at(-1) ?? 'none',
  }
}
