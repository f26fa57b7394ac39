import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { readLetterStatus, scheduleLetter } from '#letters/stored-letters.ts'
import { peakMegabytesOf } from '../../test/support/peak-memory.ts'
import { startSmtpSink } from '../../test/support/smtp-sink.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { startDatabases } from './support/start-databases.ts'
import { startSite } from './support/start-server.ts'
import { report, type Figure } from './support/figures-table.ts'

// How many mails of a letter the running server sends a second, beside plain pooled nodemailer on the same mail server.

const recipients = Number(process.argv[2] ?? 2500)
// Short rounds: a server that is halted for too long loses its lease.
const perRound = Math.max(200, recipients / 100)
const html = `<!doctype html>${'<p>A letter of a usual length.</p>'.repeat(200)}`
const text = 'A letter of a usual length. '.repeat(100)

const sink = await startSmtpSink()
const { databases, stop } = await startDatabases()
await sendPlainly(2000)
const figures: Figure[] = []
for (const database of databases) figures.push(...(await measure(database)))
sink.process.kill()
await stop()
report(figures)

async function measure({ name, target, env }: (typeof databases)[number]): Promise<Figure[]> {
  await using database = connect(target)
  await migrate(database)
  await seedSubscribers(database.db, recipients)
  const site = await startSite({ ...env, SMTP_URL: sink.url, MAIL_PER_SECOND: '10000' })
  const now = new Date()
  const letter = {
    name: 'launch',
    texts: { en: { subject: 'We are live', html, text } },
    sender: 'us@example.com',
    public_url: 'https://www.example.com',
  }
  await scheduleLetter(database.db, letter, { dueAt: now, now })
  const status = async () => (await readLetterStatus(database.db, 'launch'))!
  while ((await status()).state !== 'started') await sleep(2)
  const ours: number[] = []
  const theirs: number[] = []
  let round = { startedAt: performance.now(), left: recipients }
  // The last, shorter round isn't measured: waiting for the outcome of a few emails is most of its time.
  while (round.left > perRound) {
    const { queued, sending } = await status()
    const left = queued + sending
    if (round.left - left > perRound) {
      ours.push((round.left - left) / ((performance.now() - round.startedAt) / 1000))
      // The reference runs between the rounds, because a shared machine changes its speed by the minute.
      process.kill(site.pid, 'SIGSTOP')
      theirs.push(await sendPlainly(perRound / 2))
      process.kill(site.pid, 'SIGCONT')
      round = { startedAt: performance.now(), left }
    }
    await sleep(100)
  }
  const peak = peakMegabytesOf(site.pid, 0)
  await site.stop()
  const what = `a letter to ${recipients.toLocaleString('en')}, ${name}`
  return [
    {
      what,
      unit: '/s',
      reference: 'plain pooled nodemailer',
      ours,
      theirs,
      required: { min: 0.85 },
    },
    {
      what: `${what}: peak memory`,
      unit: 'MB',
      reference: 'limit',
      ours: [peak],
      theirs: [150],
      required: { max: 1 },
    },
  ]
}

async function sendPlainly(mails: number): Promise<number> {
  const pool = createTransport({ url: sink.url, pool: true, maxConnections: 5 })
  const startedAt = performance.now()
  let next = 0
  const sendNext = async () => {
    while (next < mails) {
      const to = `person${next++}@example.com`
      await pool.sendMail({ from: 'us@example.com', to, subject: 'We are live', html, text })
    }
  }
  await Promise.all(Array.from({ length: 10 }, sendNext))
  pool.close()
  return mails / ((performance.now() - startedAt) / 1000)
}
