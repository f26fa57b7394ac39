import type { Db, Schema, SubmissionTable } from '#database/schema.ts'
import { deleteExpired } from '#privacy/delete-expired.ts'
import type { TestApp } from './test-app.ts'

export const ada = 'ada@example.com'

/** A subscription, two messages, a quarantined signup and a suppression of one address. */
export async function storeAda(app: TestApp) {
  await app.submit({ email: 'Ada@Example.com' })
  await app.post(await app.linkTo(ada, 'confirm'))
  await app.submit({ name: 'Ada', email: 'ADA@example.com', message: 'First' })
  await app.submit({ name: 'Ada', email: ada, message: 'Second' })
  await app.submit({ email: ada, website: 'x' })
  await app.db
    .insertInto('suppressions')
    .values({
      email_key: ada,
      cause: 'bounce',
      reason: '550 unknown',
      created_at: '2026-02-01T00:00:00.000Z',
    })
    .execute()
  await resetMailboxLimits(app)
}

export async function resetMailboxLimits({ db }: TestApp) {
  await db.deleteFrom('mail_allowances').execute()
}

/** Submissions, unprocessed unless given otherwise. */
export async function storeSubmissions(db: Db, given: Partial<SubmissionTable>[]) {
  const received_at = '2026-03-01T12:00:30.000Z'
  const waiting = {
    kind: 'newsletter',
    attempts: 0,
    due_at: '2099-01-01T00:00:00.000Z',
    received_at,
  } as const
  const rows = given.map((row) => ({ id: crypto.randomUUID(), ...waiting, ...row }))
  await db.insertInto('submissions').values(rows).execute()
}

export async function openDataPage(app: TestApp): Promise<string> {
  await app.askForData(ada)
  return await app.linkTo(ada, 'my-data')
}

export const runDailyCleanup = (app: TestApp) => deleteExpired(app.db, app.settings.clock())
export const countOf = async (app: TestApp, table: keyof Schema) =>
  (await app.db.selectFrom(table).selectAll().execute()).length
export const after = (time: Date, period: Temporal.DurationLike) =>
  new Date(time.toTemporalInstant().toZonedDateTimeISO('UTC').add(period).epochMilliseconds)
