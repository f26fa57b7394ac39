import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { clock, launchTo, nobody, runOptions } from '../../test/support/launch.ts'
import { openInbox } from '../../test/support/smtp.ts'
import { unsubscribe, unsubscribeWithin } from '#newsletter/unsubscribe.ts'
import { claimRecipients } from './claim-recipients.ts'
import { countLedger } from './launch-status.ts'
import { sendLaunch } from './send-launch.ts'

for (const dialect of dialects) {
  test(`claims made at the same moment never overlap (${dialect})`, async () => {
    const { db, kind } = await launchTo(dialect, 400)
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, run) => {
        const options = { runId: `run ${run}`, most: 50, mostAttempts: 1, perSecond: 1_000_000 }
        return db.transaction().execute((trx) => claimRecipients(trx, kind, options, clock()))
      }),
    )
    const claimed = claims.flatMap((claim) => claim ?? []).map(({ subscriberId }) => subscriberId)
    expect(claimed).toHaveLength(400)
    expect(new Set(claimed).size).toBe(400)
  })

  test(`whoever unsubscribes before their turn gets nothing (${dialect})`, async () => {
    const database = await launchTo(dialect, 300)
    const { db } = database
    const inbox = await openInbox()
    const people = await db.selectFrom('subscribers').select(['id', 'email']).execute()
    const running = sendLaunch(runOptions(database, inbox.url, { mailPerSecond: 400 }))
    const leftInTime: string[] = []
    for (const { id, email } of people.toReversed()) {
      if (inbox.received.length > 250) break
      await unsubscribe(db, id, clock())
      const { state } = await db
        .selectFrom('launch_recipients')
        .select('state')
        .where('subscriber_id', '=', id)
        .executeTakeFirstOrThrow()
      if (state === 'queued' || state === 'skipped') leftInTime.push(email)
      await sleep(2)
    }
    await running
    const counts = await countLedger(db)
    expect(counts).toEqual({ ...nobody, sent: 300 - leftInTime.length, skipped: leftInTime.length })
    expect(leftInTime.length).toBeGreaterThan(0)
    const recipients = new Set(inbox.received.flatMap(({ to }) => to))
    expect(recipients.size).toBe(counts.sent)
    expect(leftInTime.filter((email) => recipients.has(email))).toEqual([])
  })

  test(`an unsubscription that is being written while we claim counts (${dialect})`, async () => {
    const database = await launchTo(dialect, 1)
    const inbox = await openInbox()
    const { id } = await database.db
      .selectFrom('subscribers')
      .select('id')
      .executeTakeFirstOrThrow()
    const leaving = await database.db.startTransaction().execute()
    await unsubscribeWithin(leaving, id, clock())
    const running = sendLaunch(runOptions(database, inbox.url))
    await sleep(300)
    await leaving.commit().execute()
    await running
    expect(inbox.received).toEqual([])
    expect(await countLedger(database.db)).toEqual({ ...nobody, skipped: 1 })
  })

  test(`whoever objected, or was refused by a mail server before, gets nothing (${dialect})`, async () => {
    const database = await launchTo(dialect, 3)
    const inbox = await openInbox()
    const at = clock().toISOString()
    await database.db
      .insertInto('objections')
      .values({ email_key: 'person0@example.com', objected_at: at })
      .execute()
    await database.db
      .insertInto('suppressions')
      .values({ email_key: 'person1@example.com', reason: '550 unknown', created_at: at })
      .execute()
    await sendLaunch(runOptions(database, inbox.url))
    expect(inbox.received.flatMap(({ to }) => to)).toEqual(['person2@example.com'])
    expect(await countLedger(database.db)).toEqual({ ...nobody, sent: 1, skipped: 2 })
  })
}
