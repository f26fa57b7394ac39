import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { clock, launchTo, nobody } from '../../test/support/launch.ts'
import { seedSubscribers } from '../../test/support/subscribers.ts'
import { beat, buryDeadRuns } from './launch-runs.ts'
import { countLedger, listNotReached } from './launch-status.ts'
import { startLaunch } from './start-launch.ts'

for (const dialect of dialects) {
  test(`what a dead run had in its hands is in doubt, and a live run keeps what is its own (${dialect})`, async () => {
    const { db } = await launchTo(dialect, 3)
    const now = clock()
    const claim = async (runId: string, email: string) =>
      await db
        .updateTable('launch_recipients')
        .set({ state: 'sending', run_id: runId })
        .where('subscriber_id', 'in', (query) =>
          query.selectFrom('subscribers').select('id').where('email', '=', email),
        )
        .execute()
    await beat(db, 'alive', now)
    await db
      .insertInto('launch_runs')
      .values([
        { id: 'silent', host: 'elsewhere', pid: 1, beat_at: '2026-01-01T00:00:00.000Z' },
        // No process has this number.
        {
          id: 'gone',
          host: hostname(),
          pid: 2 ** 30,
          beat_at: now.toISOString(),
        },
      ])
      .execute()
    await claim('alive', 'person0@example.com')
    await claim('silent', 'person1@example.com')
    await claim('gone', 'person2@example.com')
    await buryDeadRuns(db, now)
    expect(await countLedger(db)).toEqual({ ...nobody, sending: 1, in_doubt: 2 })
    const named = await Array.fromAsync(listNotReached(db), ({ email }) => String(email))
    expect(named.toSorted()).toEqual(['person1@example.com', 'person2@example.com'])
  })

  test(`two that start at once start one launch (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    await seedSubscribers(database.db, 5)
    const [one, two] = await Promise.all([
      startLaunch(database, { subject: 'One', body: 'x' }, clock()),
      startLaunch(database, { subject: 'Two', body: 'x' }, clock()),
    ])
    expect(one).toEqual(two)
    expect(one.audience).toBe(5)
    expect(await countLedger(database.db)).toEqual({ ...nobody, queued: 5 })
  })
}
