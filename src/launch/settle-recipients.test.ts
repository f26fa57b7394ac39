import { expect, test } from 'vitest'
import { allRows, tablesWith } from '../../test/support/all-rows.ts'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { seedSubscribers } from '../../test/support/subscribers.ts'
import { testSecret } from '../../test/support/test-app.ts'
import { eraseEverything } from '#privacy/erase-everything.ts'
import { claimRecipients } from './claim-recipients.ts'
import { settleRecipients } from './settle-recipients.ts'
import { startLaunch } from './start-launch.ts'

const now = new Date('2026-03-01T10:00:00.000Z')

for (const dialect of dialects) {
  test(`an address erased while it is written to does not come back with its refusal (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const { db, kind } = database
    await seedSubscribers(db, 2)
    await startLaunch(database, { subject: 'We are live', body: 'Hello' }, now)
    const claim = { runId: 'run', most: 2, mostAttempts: 1, perSecond: 1_000_000 }
    await db.transaction().execute(async (trx) => {
      const recipients = (await claimRecipients(trx, kind, claim, now))!
      await eraseEverything(trx, 'person0@example.com', testSecret, now)
      const attempts = recipients.map((recipient) => ({
        recipient,
        outcome: {
          kind: 'rejected-recipient',
          reason: `550 <${recipient.email}> unknown`,
        } as const,
      }))
      await settleRecipients(trx, 'run', attempts, [], now)
    })
    const rows = await allRows(db)
    expect(tablesWith('person0@example.com', rows)).toEqual([])
    expect(tablesWith('person1@example.com', rows)).toEqual(['subscribers', 'suppressions'])
  })
}
