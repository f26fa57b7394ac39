import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import { readLetterStatus, scheduleLetter } from '#letters/stored-letters.ts'
import { admin, newAdminEnv } from '../../test/support/admin.ts'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { letter, queueDue, sendAt } from '../../test/support/letters.ts'
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

test('letters stop does not stop a letter halfway that began to go out while it asked', async () => {
  const { target, env } = await newAdminEnv('sqlite')
  await using database = await openDatabase(target)
  const { db } = database
  await seedSubscribers(db, 5)
  await scheduleLetter(db, letter, { dueAt: now, now })
  const stop = async (confirm: () => Promise<void>) =>
    await admin(env, ['letters', 'stop', 'launch'], { confirm })
  const refused = await stop(() => queueDue(db, now))
  expect(refused).toMatchObject({ code: 1, stderr: 'It is going out already.\n' })
  expect(await readLetterStatus(db, 'launch')).toMatchObject({ queued: 5, skipped: 0 })
  const stopped = await stop(async () => {})
  expect(stopped.stdout).toBe('Stopped. 5 people will not get it.\n')
})
