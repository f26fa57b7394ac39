import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { letter, letterWith, queueDue, sendAt, zeroCounts } from '../../test/support/letters.ts'
import { claimDue } from '../../test/support/open-outbox.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { deleteExpired } from '#privacy/delete-expired.ts'
import { createDraft, deleteDraft } from './create-draft.ts'
import { readLetters } from './read-letters.ts'
import {
  cancelLetter,
  listLetters,
  readLetterPictures,
  readLetterStatus,
  scheduleLetter,
  secondsLate,
  stopLetter,
} from './stored-letters.ts'

const now = new Date('2026-03-05T10:00:00.000Z')
const later = new Date('2026-03-05T12:00:00.000Z')

for (const dialect of dialects) {
  test(`a letter that is scheduled twice at once is stored once (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const stored = await Promise.all([
      scheduleLetter(db, letterWith('One'), { dueAt: now, now }),
      scheduleLetter(db, letterWith('Two'), { dueAt: now, now }),
    ])
    expect(stored.filter(Boolean)).toHaveLength(1)
    const subject = stored[0] ? 'One' : 'Two'
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ subject, state: 'scheduled' })
  })

  test(`a letter that was stopped before it was queued can be scheduled again, but not after (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3)
    await scheduleLetter(db, letterWith('Wrong price'), { dueAt: later, now })
    await stopLetter(db, 'launch', now)
    await queueDue(db, later)
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ state: 'stopped', audience: 0 })
    expect(await scheduleLetter(db, letter, { dueAt: now, now })).toBe(true)
    const { subject } = letter.texts.en
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ subject, state: 'scheduled' })
    await queueDue(db, now)
    await stopLetter(db, 'launch', now)
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ queued: 0, skipped: 3 })
    expect(await scheduleLetter(db, letter, { dueAt: later, now })).toBe(false)
  })

  test(`a letter that is scheduled again has only its new pictures (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const picture = {
      file: '',
      cid: '',
      type: 'image/png' as const,
      width: 1,
      height: 1,
      base64: '',
    }
    for (const name of ['wrong.png', 'right.png']) {
      const pictures = [{ ...picture, name }]
      await scheduleLetter(db, { ...letter, pictures }, { dueAt: later, now })
      if (name === 'wrong.png') await stopLetter(db, 'launch', now)
    }
    expect(await readLetterPictures(db, 'launch')).toMatchObject([{ name: 'right.png' }])
  })

  test(`a letter that was cancelled is listed as its draft is now, or if there is none, as it was (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3)
    const places = { db, lettersDir: 'none' }
    const name = await createDraft(places, { subject: 'New subject' }, now)
    const list = async () => (await listLetters(db, await readLetters(places)))[0]
    await scheduleLetter(db, { ...letterWith('Old subject'), name }, { dueAt: later, now })
    expect(await list()).toMatchObject({ subject: 'Old subject', state: 'scheduled' })
    await cancelLetter(db, name)
    expect(await list()).toMatchObject({
      subject: 'New subject',
      state: 'draft',
      audience: 3,
      dueAt: null,
    })
    await deleteDraft(db, name)
    expect(await list()).toMatchObject({ subject: 'Old subject', state: 'stopped', audience: 0 })
  })

  test(`stopping a letter cancels all of its mail while the mail worker skips some of it (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3100)
    await sendAt(db, now)
    const some = db.selectFrom('outbox').select('id').limit(200)
    let stopping: Promise<void> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('outbox').set({ status: 'skipped' }).where('id', 'in', some).execute()
      stopping = stopLetter(db, 'launch', now)
      // SQLite has one writer, for which it waits. On PostgreSQL it leaves out the locked rows.
      if (dialect === 'postgres') await stopping
    })
    await stopping
    const all = { state: 'stopped', queued: 0, skipped: 3100 }
    expect(await readLetterStatus(db, 'launch')).toMatchObject(all)
  })

  test(`two letters for one minute are both sent, the first one first (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    await seedSubscribers(database.db, 2)
    const april = { ...letterWith('Spring'), name: 'april' }
    await scheduleLetter(database.db, letter, { dueAt: later, now })
    await scheduleLetter(database.db, april, { dueAt: later, now: new Date(now.getTime() + 1) })
    await queueDue(database.db, later)
    const claimed = await claimDue(database, () => later)
    const subjects = []
    for (const { mail, draft } of claimed) {
      subjects.push([mail.letter, (await draft.render(later, database.db)).subject])
    }
    const [first, second] = [letter, april].map(({ name, texts }) => [name, texts.en.subject])
    expect(subjects).toEqual([first, first, second, second])
  })

  test(`a letter knows how late it was queued (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const late = async (at: Date) => secondsLate((await readLetterStatus(db, 'launch'))!, at)
    await scheduleLetter(db, letter, { dueAt: now, now })
    expect(await late(now)).toBe(0)
    expect(await late(later)).toBe(7200)
    await queueDue(db, new Date(now.getTime() + 90_000))
    expect(await late(later)).toBe(90)
  })

  test(`the counts of a letter remain when its mail is deleted after 30 days (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 4)
    await sendAt(db, now)
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

// Otherwise both may lock the same rows in different orders: a deadlock.
test('a letter is stopped while its mail is claimed, without waiting for the claim (postgres)', async () => {
  const database = await openTestDatabase('postgres')
  const { db } = database
  await seedSubscribers(db, 3)
  await sendAt(db, now)
  await db.transaction().execute(async (claim) => {
    const [first] = await claim.selectFrom('outbox').select('id').orderBy('id').execute()
    await claim.updateTable('outbox').set({ attempts: 1 }).where('id', '=', first!.id).execute()
    await stopLetter(db, 'launch', now)
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ queued: 1, skipped: 2 })
  })
  expect(await claimDue(database, () => now)).toEqual([])
  expect(await readLetterStatus(db, 'launch')).toMatchObject({ queued: 0, skipped: 3 })
})
