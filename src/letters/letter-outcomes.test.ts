import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { letterTo, zeroCounts } from '../../test/support/letters.ts'
import { claimDue, eventually } from '../../test/support/open-outbox.ts'
import { hangUp, openMailServer, recipients } from '../../test/support/mail-server.ts'
import { pauseForServer, readPauses } from '#mail/mail-pause.ts'
import { retryMail } from '#mail/outbox.ts'
import { stopLetter } from './stored-letters.ts'

const person = (number: number) => `person${number}@example.com`

for (const dialect of dialects) {
  test(`letter mail in doubt is not retried automatically (${dialect})`, async () => {
    const outbox = await letterTo(dialect, 2, { dot: hangUp })
    const first = outbox.startWorker()
    await outbox.becomes({ in_doubt: 2 })
    await first.stop()
    const mailServer = await openMailServer()
    outbox.startWorker({ url: mailServer.url })
    await sleep(200)
    expect(mailServer.received).toEqual([])
    expect(await outbox.counts()).toEqual({ ...zeroCounts, in_doubt: 2 })
  })

  test.each([
    ['rejects', 'dot', '554 5.7.1 looks like spam'],
    ['defers', 'rcpt', '451 greylisted'],
  ])(
    `a letter that the server %s is paused, fails no recipient, and other mail is sent (${dialect})`,
    async (_, stage, reply) => {
      const refuse = (address: string) => (address.startsWith('person') ? reply : undefined)
      const { mailServer, db, ...outbox } = await letterTo(dialect, 20, { [stage]: refuse })
      const worker = outbox.startWorker()
      const paused = async () => (await readPauses(db)).map(({ cause }) => cause)
      await eventually(async () => expect(await paused()).toEqual(['letter launch']))
      await outbox.queue()
      worker.wake()
      await eventually(() => expect(recipients(mailServer)).toEqual(['ada@example.com']))
      await worker.stop()
      expect(await outbox.counts()).toEqual({ ...zeroCounts, queued: 20 })
    },
  )

  test(`a letter stopped midway is sent to no further recipient (${dialect})`, async () => {
    const { mailServer, db, clock, ...outbox } = await letterTo(dialect, 400)
    outbox.startWorker({ mailPerSecond: 200 })
    await eventually(() => expect(mailServer.received.length).toBeGreaterThan(20))
    await stopLetter(db, 'launch', clock())
    await eventually(async () => {
      const { queued, sending, sent, skipped } = await outbox.counts()
      expect([queued, sending]).toEqual([0, 0])
      expect(sent).toBe(mailServer.received.length)
      expect(sent + skipped).toBe(400)
    })
    expect(mailServer.received.length).toBeLessThan(300)
  })

  test(`queued mail of a stopped letter is skipped (${dialect})`, async () => {
    const { database, db, clock, counts } = await letterTo(dialect, 3)
    await db.updateTable('letters').set({ state: 'stopped' }).execute()
    expect(await claimDue(database, clock)).toEqual([])
    expect(await counts()).toEqual({ ...zeroCounts, skipped: 3 })
  })

  test(`the last recipients of a letter who meet a daily quota get it when the quota is renewed (${dialect})`, async () => {
    const { mailServer, db, clock, ...outbox } = await letterTo(dialect, 3)
    mailServer.replies.dot = '550 5.4.5 Daily sending quota exceeded'
    const worker = outbox.startWorker()
    const attempts = async () =>
      (await db.selectFrom('outbox').select('attempts').execute()).map((row) => row.attempts)
    for (let times = 1; times <= 6; times += 1) {
      worker.wake()
      await eventually(async () => expect(await attempts()).toEqual([times, times, times]))
      clock.move(3_600_000)
    }
    delete mailServer.replies.dot
    worker.wake()
    await outbox.becomes({ sent: 3 })
  })

  test(`stopping a letter ends its pause (${dialect})`, async () => {
    const { db, clock } = await letterTo(dialect, 3)
    await db.transaction().execute((trx) => pauseForServer(trx, 'letter launch', 'no', clock()))
    await stopLetter(db, 'launch', clock())
    expect(await readPauses(db)).toEqual([])
  })

  test(`letter mail to a rejected address fails, and a retry sends it once the suppression is removed (${dialect})`, async () => {
    const { mailServer, db, clock, ...outbox } = await letterTo(dialect, 12)
    mailServer.replies.rcpt = (address) =>
      address === person(1) ? '550 5.1.1 <person1@example.com> unknown' : undefined
    // Due first, because a rejection is believed only after a later mail was accepted.
    await db
      .updateTable('outbox')
      .set({ due_at: '2026-01-01T00:00:00.000Z' })
      .where('about_id', 'in', (query) =>
        query.selectFrom('subscribers').select('id').where('email', '=', person(1)),
      )
      .execute()
    const worker = outbox.startWorker()
    await outbox.becomes({ sent: 11, queued: 1 })
    clock.move(60_000)
    worker.wake()
    await outbox.becomes({ sent: 11, failed: 1 })
    expect(await db.selectFrom('suppressions').select('email_key').execute()).toEqual([
      { email_key: person(1) },
    ])
    const [row] = await db
      .selectFrom('outbox')
      .select('last_error')
      .where('status', '=', 'failed')
      .execute()
    expect(row!.last_error).toContain('unknown')
    expect(row!.last_error).not.toContain('person1@')
    delete mailServer.replies.rcpt
    await db.deleteFrom('suppressions').execute()
    expect(await retryMail(db, 'launch', clock())).toBe(1)
    worker.wake()
    await outbox.becomes({ sent: 12 })
  })
}
