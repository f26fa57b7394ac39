import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { startCourier } from '#mail/courier.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'
import { startSmtpSink } from './support/smtp-sink.ts'

const mails = 2000
const rounds = 7
const letter = {
  to: 'ada@example.com',
  subject: 'Please confirm',
  html: `<p>${'A letter of a usual length. '.repeat(150)}</p>`,
  text: 'A letter of a usual length. '.repeat(80),
}

await compare()

/** Courier and plain nodemailer by turns, to one server, over the same number of connections. */
async function compare() {
  const { url, process: server } = await startSmtpSink()
  await plain(url)
  const rates: { plain: number; courier: number }[] = []
  for (let round = 1; round <= rounds; round++) {
    const rate = { plain: await plain(url), courier: await throughCourier(url) }
    rates.push(rate)
    console.log(
      `round ${round}: plain nodemailer ${rate.plain.toFixed(0)}/s, courier ${rate.courier.toFixed(0)}/s`,
    )
  }
  const ratios = rates.map((rate) => rate.courier / rate.plain).toSorted((a, b) => a - b)
  console.log(
    `courier / plain: ${ratios[Math.floor(rounds / 2)]!.toFixed(2)} (median of ${rounds})`,
  )
  server.kill()
}

async function plain(url: string): Promise<number> {
  const pool = createTransport({ url, pool: true, maxConnections: 5 })
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: mails }, () => pool.sendMail({ from: 'us@example.com', ...letter })),
  )
  const rate = mails / ((performance.now() - startedAt) / 1000)
  pool.close()
  return rate
}

/** From a full outbox on SQLite until every row says 'sent'. */
async function throughCourier(url: string): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'))
  const database = connect({ kind: 'sqlite', file: join(dir, 'site.db') })
  await migrate(database)
  await database.db.transaction().execute(async (trx) => {
    for (let count = 0; count < mails; count++) {
      await queueMail(trx, { kind: 'confirm-signup', ...letter }, new Date())
    }
  })
  const from = 'us@example.com'
  const startedAt = performance.now()
  const courier = startCourier({
    database,
    transport: createSmtpTransport({ url, from }),
    from,
    mailPerSecond: 1_000_000,
    clock: () => new Date(),
    log: pino({ level: 'warn' }),
  })
  const isDone = async () => {
    const left = await database.db
      .selectFrom('outbox')
      .select('id')
      .where('status', 'in', ['waiting', 'sending'])
      .limit(1)
      .execute()
    return left.length === 0
  }
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 50))
  const rate = mails / ((performance.now() - startedAt) / 1000)
  await courier.stop()
  await database.close()
  rmSync(dir, { recursive: true })
  return rate
}
