import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { createPrebuiltAnswers } from '#server/prebuilt-answers.ts'
import { securityHeaders } from '#server/security-headers.ts'
import { makeSiteBuild } from '#server/site-build.ts'
import { createSite } from '#site/create-site.ts'
import { gather } from '#intake/gather.ts'
import { createIntake } from '#intake/intake.ts'
import { receiveSubmissions, type Arrival } from '#intake/receive-submissions.ts'
import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { OutboxMail, WrittenMail } from '#mail/mail-kinds.ts'
import { addressOf } from '#mail/mail-headers.ts'
import { findDrafts } from '#mail/wanted-mail.ts'
import { createMailWriters } from '#server/mail-writers.ts'
import { openTestDatabase, type DialectName } from './databases.ts'

export const testSecret = 'a secret of at least thirty-two characters'
export const publicUrl = 'https://www.example.com'

const build = makeSiteBuild({ islandModules: { newsletter: [], contact: [] }, loader: '' })
export const consent = build.consent

// Filled in once for a test file: the pages do not depend on the test.
const site = createSite({
  build,
  publicUrl,
  action: '/contact',
  clock: () => new Date('2026-03-01T10:00:00.000Z'),
})
const shared = { headers: securityHeaders(publicUrl) }
const prebuilt = createPrebuiltAnswers(site, new Map(), shared.headers)

type WrittenRow = Omit<OutboxMail, 'letter'> & WrittenMail & { to: string }

/** The whole application on an empty database, with a clock that the test sets. */
export async function openTestApp(
  dialect: DialectName,
  given: { submissionsPerMinute?: number } = {},
) {
  const { db } = await openTestDatabase(dialect)
  const logLines: string[] = []
  const time = { now: new Date('2026-03-01T10:00:00.000Z') }
  const settings = {
    db,
    secret: testSecret,
    publicUrl,
    consent,
    allowedOrigins: [] as string[],
    submissionsPerMinute: 0,
    trustedProxies: 0,
    showFailureNotice: false,
    clock: () => time.now,
    ...given,
  }
  const log = pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) })
  const onError = (error: unknown) => log.error({ err: error }, 'submission not kept')
  const receive = (arrivals: Arrival[]) =>
    receiveSubmissions(db, arrivals, { ...settings, onError }, settings.clock())
  const intake = createIntake({
    ...settings,
    receive: gather(receive, { mostPerBatch: 64, mostBatches: 1 }),
  })
  const pages = { ...settings, site }
  const app = createApp({ pages, intake, prebuilt, ...shared, afterPost() {}, log })
  const contactTo = 'The Owner <owner@company.example>'
  const writers = createMailWriters({ publicUrl, secret: testSecret, contactTo })
  const written = new Map<string, WrittenRow>()

  /** Writes every new mail at once, as a courier would that is never late. */
  async function writeMail() {
    const rows = await db.selectFrom('outbox').selectAll().orderBy('created_at').execute()
    const fresh = rows.filter(({ id }) => !written.has(id)) as OutboxMail[]
    const drafts = await findDrafts(db as Transaction<Schema>, dialect, writers, fresh)
    for (const mail of fresh) {
      const draft = drafts.get(mail.id)
      if (!draft) continue
      const { letter: _, ...row } = mail
      written.set(mail.id, { ...row, to: draft.to, ...draft.write(time.now) })
    }
  }

  return {
    app,
    db,
    settings,
    logLines,
    /** Moves the clock, in days; back too. */
    passDays(days: number) {
      time.now = new Date(time.now.getTime() + days * 24 * 3_600_000)
    },
    async post(path: string, body?: BodyInit, headers?: Record<string, string>) {
      const response = await app.request(path, {
        method: 'POST',
        ...(body === undefined ? {} : { body }),
        ...(headers === undefined ? {} : { headers }),
      })
      await writeMail()
      return response
    },
    async submit(fields: Record<string, string>) {
      return await this.post('/contact', JSON.stringify(fields), {
        'Content-Type': 'application/json',
      })
    },
    async statusOf(email: string) {
      const row = await db
        .selectFrom('subscribers')
        .select('status')
        .where('email_key', '=', email)
        .executeTakeFirst()
      return row?.status
    },
    async mailsTo(email: string) {
      await writeMail()
      return [...written.values()].filter(({ to }) => addressOf(to).toLowerCase() === email)
    },
    /** The path of the newest link of a kind that was mailed to an address. */
    async linkTo(email: string, kind: 'confirm' | 'unsubscribe' | 'my-data') {
      const mails = await this.mailsTo(email)
      const pattern = new RegExp(`${publicUrl}(/${kind}/[\\w-]+)`)
      const paths = mails.flatMap((mail) => pattern.exec(mail.text)?.[1] ?? [])
      return paths.at(-1)!
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>
