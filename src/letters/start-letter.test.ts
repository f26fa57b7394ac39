import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { countsOf, letter, nobody } from '../../test/support/letters.ts'
import { claim } from '../../test/support/outbox.ts'
import { seedSubscribers } from '../../test/support/subscribers.ts'
import { claimMail } from '#mail/claim-mail.ts'
import { forgetExpired } from '#privacy/forget-expired.ts'
import { stopLetter } from './end-letter.ts'
import { readLetterRow, startLetter } from './start-letter.ts'

const now = new Date('2026-03-05T10:00:00.000Z')

for (const dialect of dialects) {
  test(`two that start at once start one letter (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 6000)
    const started = await Promise.all([
      startLetter(db, { ...letter, subject: 'One' }, { dueAt: now, now }),
      startLetter(db, { ...letter, subject: 'Two' }, { dueAt: now, now }),
    ])
    expect(started.filter(Boolean)).toHaveLength(1)
    expect(await countsOf(db)).toEqual({ ...nobody, queued: 6000 })
    expect(await readLetterRow(db, 'launch')).toMatchObject({ audience: 6000, state: 'started' })
    expect(await stopLetter(db, 'launch', now)).toBe(6000)
  })

  test(`only who is confirmed when it starts is written to, and nobody before it is due (${dialect})`, async () => {
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
    expect(await claimMail(database, claim, now)).toBeUndefined()
    expect(await claimMail(database, claim, dueAt)).toHaveLength(2)
  })

  test(`two letters go out in the order in which they were started, each in its own words (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    await seedSubscribers(database.db, 2)
    const later = new Date(now.getTime() + 1)
    const april = { ...letter, name: 'april', subject: 'Spring' }
    await startLetter(database.db, letter, { dueAt: now, now })
    await startLetter(database.db, april, { dueAt: now, now: later })
    const claimed = (await claimMail(database, claim, later))!
    const subjects = claimed.map(({ mail, draft }) => [mail.letter, draft.write(later).subject])
    const [first, second] = [letter, april].map(({ name, subject }) => [name, subject])
    expect(subjects).toEqual([first, first, second, second])
  })

  test(`who confirmed by a clock that is ahead is written to all the same (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3, 'confirmed', new Date(now.getTime() + 300_000))
    await startLetter(db, letter, { dueAt: now, now })
    expect(await readLetterRow(db, 'launch')).toMatchObject({ audience: 3, queued: 3 })
    const mails = await db.selectFrom('outbox').select('due_at').distinct().execute()
    expect(mails).toEqual([{ due_at: now.toISOString() }])
  })

  test(`a letter that was cut off while it was written is finished by the next start (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const { db } = database
    await seedSubscribers(db, 3)
    await startLetter(db, letter, { dueAt: now, now })
    await db.updateTable('letters').set({ state: 'preparing', audience: 1, queued: 1 }).execute()
    const [first] = await db.selectFrom('outbox').select('id').orderBy('id').execute()
    await db.deleteFrom('outbox').where('id', '!=', first!.id).execute()
    expect(await claimMail(database, claim, now)).toBeUndefined()
    expect(await startLetter(db, letter, { dueAt: now, now })).toBe(true)
    expect(await readLetterRow(db, 'launch')).toMatchObject({ audience: 3, queued: 3 })
  })

  test(`a letter that was cut off goes out with the words and the time of the next start (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3)
    await startLetter(db, { ...letter, subject: 'Wrong price' }, { dueAt: now, now })
    await db.updateTable('letters').set({ state: 'preparing' }).execute()
    const dueAt = new Date('2026-03-06T10:00:00.000Z')
    expect(await startLetter(db, letter, { dueAt, now })).toBe(true)
    const { subject } = letter
    const due_at = dueAt.toISOString()
    expect(await readLetterRow(db, letter.name)).toMatchObject({ subject, due_at, audience: 3 })
    await startLetter(db, { ...letter, subject: 'Too late' }, { dueAt: now, now })
    expect(await readLetterRow(db, letter.name)).toMatchObject({ subject, due_at })
  })

  test(`a letter's mails are forgotten after their time, and its counts stay (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3)
    await startLetter(db, letter, { dueAt: now, now })
    await db.updateTable('outbox').set({ status: 'sent' }).execute()
    await db.updateTable('letters').set({ queued: 0, sent: 3 }).execute()
    await forgetExpired(db, new Date('2026-05-01T00:00:00.000Z'))
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect(await readLetterRow(db, 'launch')).toMatchObject({ audience: 3, sent: 3 })
  })
}
