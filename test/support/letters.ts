import { expect } from 'vitest'
import { mailStatuses, type Db } from '#database/schema.ts'
import { queueDueLetters } from '#letters/letter-queue.ts'
import { readLetterStatus, scheduleLetter, type RenderedLetter } from '#letters/stored-letters.ts'
import type { DialectName } from './databases.ts'
import { claimOptions, createClock, eventually, openOutbox } from './open-outbox.ts'
import type { Replies } from './mail-server.ts'
import { seedSubscribers } from './seed-subscribers.ts'

export const letter = {
  name: 'launch',
  texts: { en: { subject: 'We are live', html: '<p>Hello</p>', text: 'Hello' } },
  sender: 'Spunta <us@spunta.example>',
  public_url: 'https://www.example.com',
}

/** The same with another subject. */
export function letterWith(subject: string) {
  return { ...letter, texts: { en: { ...letter.texts.en, subject } } }
}

/** Schedules a letter for this moment, and queues it as the holder of the lease. */
export async function sendAt(db: Db, now: Date, given: RenderedLetter = letter) {
  await scheduleLetter(db, given, { dueAt: now, now })
  await queueDue(db, now)
}

/** Queues every letter that is due, as the holder of the lease. */
export async function queueDue(db: Db, now: Date) {
  await queueDueLetters({ db, lease: claimOptions().lease, clock: () => now })
}

/** An outbox with a letter queued for `people` subscribers. */
export async function letterTo(
  dialect: DialectName,
  people: number,
  replies?: Replies,
  clock = createClock(Date.now),
) {
  const outbox = await openOutbox(dialect, replies, clock)
  await seedSubscribers(outbox.db, people)
  await sendAt(outbox.db, clock())
  const counts = () => countsOf(outbox.db)
  /** Waits until the letter has these counts, and 0 of all others. */
  const becomes = (wanted: Partial<typeof zeroCounts>) =>
    eventually(async () => expect(await counts()).toEqual({ ...zeroCounts, ...wanted }))
  return { ...outbox, counts, becomes }
}

/** The number of mails of the letter by state. */
export async function countsOf(db: Db) {
  const status = (await readLetterStatus(db, letter.name))!
  return Object.fromEntries(
    mailStatuses.map((state) => [state, status[state]]),
  ) as typeof zeroCounts
}

export const zeroCounts = { queued: 0, sending: 0, sent: 0, failed: 0, in_doubt: 0, skipped: 0 }
