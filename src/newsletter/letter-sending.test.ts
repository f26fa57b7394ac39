import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { countsOf, letter, letterWith, zeroCounts } from '../../test/support/letters.ts'
import { claimDue } from '../../test/support/outbox.ts'
import { seedSubscribers } from '../../test/support/subscribers.ts'
import { deleteExpired } from '#privacy/delete-expired.ts'
import { readLetterStatus, startLetter, stopLetter } from './letter-sending.ts'

const now = new Date('2026-03-05T10:00:00.000Z')

for (const dialect of dialects) {
  test(`two concurrent starts start a letter once (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 6000)
    const started = await Promise.all([
      startLetter(db, letterWith('One'), { dueAt: now, now }),
      startLetter(db, letterWith('Two'), { dueAt: now, now }),
    ])
    expect(started.filter(Boolean)).toHaveLength(1)
    expect(await countsOf(db)).toEqual({ ...zeroCounts, queued: 6000 })
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ audience: 6000, state: 'started' })
    expect(await stopLetter(db, 'launch', now)).toBe(6000)
  })

  test(`a letter is queued for confirmed subscribers only, and not sent before it is due (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    await seedSubscribers(database.db, 3)
    await database.db
      .updateTable('subscribers')
      .set({ status: 'pending', confirmed_at: null })
      .where('email', '=', 'person0@example.com')
      .execute()
    const dueAt = new Date('2026-03-05T12:00:00.000Z')
    expect(await startLetter(database.db, letter, { dueAt, now })).toBe(true)
    expect(await startLetter(database.db, letter, { dueAt, now })).toBe(false)
    expect(await claimDue(database, () => now)).toEqual([])
    expect(await claimDue(database, () => dueAt)).toHaveLength(2)
  })

  test(`two letters are sent in the order of their starts, each with its own text (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    await seedSubscribers(database.db, 2)
    const later = new Date(now.getTime() + 1)
    const april = { ...letterWith('Spring'), name: 'april' }
    await startLetter(database.db, letter, { dueAt: now, now })
    await startLetter(database.db, april, { dueAt: now, now: later })
    const claimed = await claimDue(database, () => later)
    const subjects = claimed.map(({ mail, draft }) => [mail.letter, draft.write(later).subject])
    const [first, second] = [letter, april].map(({ name, texts }) => [name, texts.en.subject])
    expect(subjects).toEqual([first, first, second, second])
  })

  test(`a letter includes a subscriber whose confirmation time is in the future (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3, 'confirmed', new Date(now.getTime() + 300_000))
    await startLetter(db, letter, { dueAt: now, now })
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ audience: 3, queued: 3 })
    const mails = await db.selectFrom('outbox').select('due_at').distinct().execute()
    expect(mails).toEqual([{ due_at: now.toISOString() }])
  })

  test(`starting a letter again completes an interrupted start (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const { db } = database
    await seedSubscribers(db, 3)
    await startLetter(db, letter, { dueAt: now, now })
    await db.updateTable('letters').set({ state: 'preparing', audience: 1 }).execute()
    const [first] = await db.selectFrom('outbox').select('id').orderBy('id').execute()
    await db.deleteFrom('outbox').where('id', '!=', first!.id).execute()
    expect(await claimDue(database, () => now)).toEqual([])
    expect(await startLetter(db, letter, { dueAt: now, now })).toBe(true)
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ audience: 3, queued: 3 })
  })

  test(`after an interrupted start the letter has the text and time of the next start (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3)
    await startLetter(db, letterWith('Wrong price'), { dueAt: now, now })
    await db.updateTable('letters').set({ state: 'preparing' }).execute()
    const dueAt = new Date('2026-03-06T10:00:00.000Z')
    expect(await startLetter(db, letter, { dueAt, now })).toBe(true)
    const { subject } = letter.texts.en
    const due_at = dueAt.toISOString()
    expect(await readLetterStatus(db, letter.name)).toMatchObject({ subject, due_at, audience: 3 })
    await startLetter(db, letterWith('Too late'), { dueAt: now, now })
    expect(await readLetterStatus(db, letter.name)).toMatchObject({ subject, due_at })
  })

  test(`the counts of a letter remain when its mail is deleted after 30 days (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 4)
    await startLetter(db, letter, { dueAt: now, now })
    const ids = (await db.selectFrom('outbox').select('id').execute()).map(({ id }) => id)
    const end = (id: string, status: 'sent' | 'failed' | 'in_doubt', at: string) =>
      db.updateTable('outbox').set({ status, due_at: at }).where('id', '=', id).execute()
    await end(ids[0]!, 'sent', '2026-03-05T10:00:00.000Z')
    await end(ids[1]!, 'sent', '2026-03-05T10:00:00.000Z')
    await end(ids[2]!, 'failed', '2026-03-06T10:00:00.000Z')
    await end(ids[3]!, 'in_doubt', '2026-03-20T10:00:00.000Z')
    for (const [today, left] of [
      ['2026-04-03', 4],
      ['2026-04-05', 2],
      ['2026-04-07', 1],
      ['2026-05-01', 0],
    ] as const) {
      await deleteExpired(db, new Date(today))
      expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(left)
      const status = { ...zeroCounts, sent: 2, failed: 1, in_doubt: 1, audience: 4 }
      expect(await readLetterStatus(db, 'launch')).toMatchObject(status)
    }
  })
}
