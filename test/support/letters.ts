import { expect } from 'vitest'
import { mailStatuses, type Db } from '#database/schema.ts'
import { readLetterRow, startLetter } from '#letters/start-letter.ts'
import { openTestDatabase, type DialectName } from './databases.ts'
import { eventually } from './outbox.ts'
import { seedSubscribers } from './subscribers.ts'

export const letter = {
  name: 'launch',
  subject: 'We are live',
  preview: null,
  body: 'Hello',
  isSample: false,
}

/** A letter that waits to go out to so many people. */
export async function letterTo(dialect: DialectName, people: number, now = new Date()) {
  const database = await openTestDatabase(dialect)
  await seedSubscribers(database.db, people)
  await startLetter(database.db, letter, { dueAt: now, now })
  /** Waits until so many of its mails are in each state. */
  const becomes = (counts: Partial<typeof nobody>) =>
    eventually(async () => expect(await countsOf(database.db)).toEqual({ ...nobody, ...counts }))
  return { ...database, becomes }
}

/** How many mails of the letter are in each state, as its row says. */
export async function countsOf(db: Db) {
  const row = (await readLetterRow(db, letter.name))!
  return Object.fromEntries(mailStatuses.map((state) => [state, row[state]]))
}

export const nobody = { queued: 0, sending: 0, sent: 0, failed: 0, in_doubt: 0, skipped: 0 }

/** The same, counted one by one. */
export async function recount(db: Db) {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['status', fn.countAll().as('count')])
    .where('letter', '=', letter.name)
    .groupBy('status')
    .execute()
  return { ...nobody, ...Object.fromEntries(rows.map((row) => [row.status, Number(row.count)])) }
}
