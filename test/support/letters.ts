import { expect } from 'vitest'
import { mailStatuses, type Db } from '#database/schema.ts'
import { readLetterRow, startLetter } from '#letters/start-letter.ts'
import type { DialectName } from './databases.ts'
import { createClock, eventually, openOutbox } from './outbox.ts'
import type { Answers } from './smtp.ts'
import { seedSubscribers } from './subscribers.ts'

export const letter = {
  name: 'launch',
  subject: 'We are live',
  preview: null,
  body: 'Hello',
  isSample: false,
}

/** A letter that waits to go out to so many people; the rest is as for an outbox. */
export async function letterTo(
  dialect: DialectName,
  people: number,
  answers?: Answers,
  clock = createClock(Date.now),
) {
  const outbox = await openOutbox(dialect, answers, clock)
  await seedSubscribers(outbox.db, people)
  await startLetter(outbox.db, letter, { dueAt: clock(), now: clock() })
  const counts = () => countsOf(outbox.db)
  /** Waits until so many of its mails are in each state. */
  const becomes = (wanted: Partial<typeof nobody>) =>
    eventually(async () => expect(await counts()).toEqual({ ...nobody, ...wanted }))
  return { ...outbox, counts, becomes }
}

/** How many mails of the letter are in each state, as its row says. */
export async function countsOf(db: Db) {
  const row = (await readLetterRow(db, letter.name))!
  return Object.fromEntries(mailStatuses.map((state) => [state, row[state]]))
}

export const nobody = { queued: 0, sending: 0, sent: 0, failed: 0, in_doubt: 0, skipped: 0 }

/** The same, counted one by one. */
export async function recount(db: Db) {
  const mails = db.selectFrom('outbox').select('status').where('letter', '=', letter.name)
  const counts = { ...nobody }
  for (const { status } of await mails.execute()) counts[status] += 1
  return counts
}
