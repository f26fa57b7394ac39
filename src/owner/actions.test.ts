import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { sendAt } from '../../test/support/letters.ts'
import { claimDue } from '../../test/support/open-outbox.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { stopSending } from './actions.ts'

const now = new Date('2026-03-05T10:00:00.000Z')

test('stopping a letter also counts people whom the mail worker skips at that moment', async () => {
  const { db } = await openTestDatabase('sqlite')
  await seedSubscribers(db, 5)
  await sendAt(db, now)
  // As the mail worker does with the mail of a stopped letter.
  await sql`create trigger skip_some after update of state on letters begin
    update outbox set status = 'skipped' where id in (select id from outbox limit 2); end`.execute(
    db,
  )
  expect(await stopSending(db, 'launch', now)).toBe('Stopped. 5 people will not get it.')
})

test.each(dialects)(
  'stopping a letter does not promise that mail which is being sent will not arrive (%s)',
  async (dialect) => {
    const database = await openTestDatabase(dialect)
    const { db } = database
    await seedSubscribers(db, 5)
    await sendAt(db, now)
    await claimDue(database, () => now, 'one', 4)
    expect(await stopSending(db, 'launch', now)).toBe(
      'Stopped. 1 person will not get it; 4 emails are being sent right now and may still arrive.',
    )
  },
)
