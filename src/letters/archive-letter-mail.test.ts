import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { countsOf, letter, sendAt, zeroCounts } from '../../test/support/letters.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { archiveLetterMail } from './archive-letter-mail.ts'

const now = new Date('2026-03-01T10:00:00.000Z')

test.each(dialects)(
  'all ended mail of a letter from before the date is deleted, in several batches, and its counts stay (%s)',
  async (dialect) => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 1)
    await sendAt(db, now)
    const at = new Date(now.getTime() - 1).toISOString()
    const mail = { kind: 'letter', letter: letter.name, attempts: 1, created_at: at } as const
    const ended = Array.from({ length: 6001 }, (_, number) => {
      const status = number === 0 ? ('in_doubt' as const) : ('sent' as const)
      return { ...mail, id: `m${number}`, about_id: 'm', status, due_at: at }
    })
    while (ended.length > 0) {
      await db.insertInto('outbox').values(ended.splice(0, 2000)).execute()
    }
    const kept = [
      { ...mail, id: 'waiting', about_id: 'm', status: 'queued', due_at: at },
      { ...mail, id: 'new', about_id: 'm', status: 'sent', due_at: now.toISOString() },
    ] as const
    await db.insertInto('outbox').values(kept).execute()
    await archiveLetterMail(db, now)
    const left = await db.selectFrom('outbox').select('id').where('about_id', '=', 'm').execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual(['new', 'waiting'])
    expect(await countsOf(db)).toEqual({ ...zeroCounts, queued: 2, sent: 6001, in_doubt: 1 })
  },
)
