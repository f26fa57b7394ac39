import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { letterTo, nobody, recount } from '../../test/support/letters.ts'
import { claim, createClock, eventually } from '../../test/support/outbox.ts'
import { hangUp, openInbox, recipients } from '../../test/support/smtp.ts'
import { claimMail, leaseMs } from '#mail/claim-mail.ts'
import { moveMail } from '#mail/move-mail.ts'
import { pauseForServer, readPauses } from '#mail/mail-pause.ts'
import { retryMail } from '#mail/outbox.ts'
import { forgetExpired } from '#privacy/forget-expired.ts'
import { resolveDoubts, stopLetter } from './end-letter.ts'

const person = (number: number) => `person${number}@example.com`

for (const dialect of dialects) {
  test(`a mail whose fate nobody knows is in doubt until the owner decides (${dialect})`, async () => {
    const { db, clock, ...post } = await letterTo(dialect, 2, { dot: hangUp })
    const first = post.openCourier()
    await post.becomes({ in_doubt: 2 })
    await first.stop()
    const inbox = await openInbox()
    const courier = post.openCourier({ url: inbox.url })
    await sleep(200)
    expect(inbox.received).toEqual([])
    expect(await resolveDoubts(db, 'launch', 'resend', clock())).toBe(2)
    courier.nudge()
    await post.becomes({ sent: 2 })
    expect(inbox.received).toHaveLength(2)
    // Had the server put them off, they would have been tried for days again.
    const tries = await db.selectFrom('outbox').select('attempts').execute()
    expect(tries).toEqual([{ attempts: 1 }, { attempts: 1 }])
  })

  test(`what a dead courier held is in doubt, and a live one's word counts (${dialect})`, async () => {
    const { database, db, clock, counts } = await letterTo(dialect, 2, {}, createClock())
    await claimMail(database, { ...claim, most: 2 }, clock())
    clock.move(leaseMs - 1)
    expect(await claimMail(database, { ...claim, courierId: 'two' }, clock())).toBeUndefined()
    expect(await counts()).toEqual({ ...nobody, sending: 2 })
    clock.move(1)
    await claimMail(database, { ...claim, courierId: 'two' }, clock())
    expect(await counts()).toEqual({ ...nobody, in_doubt: 2 })
    expect(await resolveDoubts(db, 'launch', 'accept', clock())).toBe(2)
    expect(await counts()).toEqual({ ...nobody, sent: 2 })
  })

  test(`doubts that nobody decided about in time can still be taken for sent (${dialect})`, async () => {
    const { database, db, clock, counts } = await letterTo(dialect, 2, {}, createClock())
    await claimMail(database, { ...claim, most: 2 }, clock())
    clock.move(leaseMs)
    await claimMail(database, { ...claim, courierId: 'two' }, clock())
    clock.move(31 * 24 * 3_600_000)
    await forgetExpired(db, clock())
    expect(await resolveDoubts(db, 'launch', 'resend', clock())).toBe(0)
    expect(await counts()).toEqual({ ...nobody, in_doubt: 2 })
    expect(await resolveDoubts(db, 'launch', 'accept', clock())).toBe(2)
    expect(await counts()).toEqual({ ...nobody, sent: 2 })
  })

  test(`a mail that falls into doubt while others are taken for sent stays in doubt (${dialect})`, async () => {
    const { database, db, clock, counts } = await letterTo(dialect, 2)
    await claimMail(database, { ...claim, most: 1 }, clock())
    const [late] = await db
      .selectFrom('outbox')
      .select('id')
      .where('status', '=', 'sending')
      .execute()
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const falling = db.transaction().execute(async (trx) => {
      await moveMail(trx, [{ ids: [late!.id], from: 'sending', to: 'in_doubt', change: {} }])
      await mayCommit
    })
    await sleep(100)
    const accepting = resolveDoubts(db, 'launch', 'accept', clock())
    await sleep(300)
    commit()
    await falling
    await accepting
    expect(await counts()).toEqual(await recount(db))
  })

  test.each([
    ['will not have', 'dot', '554 5.7.1 looks like spam'],
    ['puts off', 'rcpt', '451 greylisted'],
  ])(
    `a letter that a server %s fails nobody, and other mail goes on (${dialect})`,
    async (_, stage, answer) => {
      const refuse = (address: string) => (address.startsWith('person') ? answer : undefined)
      const { inbox, db, ...post } = await letterTo(dialect, 20, { [stage]: refuse })
      const courier = post.openCourier()
      const paused = async () => (await readPauses(db)).map(({ cause }) => cause)
      await eventually(async () => expect(await paused()).toEqual(['letter launch']))
      await post.queue()
      courier.nudge()
      await eventually(() => expect(recipients(inbox)).toEqual(['ada@example.com']))
      await courier.stop()
      expect(await post.counts()).toEqual({ ...nobody, queued: 20 })
    },
  )

  test(`a letter that the owner stops goes to nobody else (${dialect})`, async () => {
    const { inbox, db, clock, ...post } = await letterTo(dialect, 400)
    post.openCourier({ mailPerSecond: 200 })
    await eventually(() => expect(inbox.received.length).toBeGreaterThan(20))
    await stopLetter(db, 'launch', clock())
    await eventually(async () => {
      const { queued, sending, sent, skipped } = await post.counts()
      expect([queued, sending]).toEqual([0, 0])
      expect(sent).toBe(inbox.received.length)
      expect(sent! + skipped!).toBe(400)
    })
    expect(inbox.received.length).toBeLessThan(300)
  })

  test(`what was just being written of a letter when the owner stopped it goes to nobody (${dialect})`, async () => {
    const { database, db, clock, counts } = await letterTo(dialect, 3)
    await db.updateTable('letters').set({ state: 'stopped' }).execute()
    expect(await claimMail(database, claim, clock())).toEqual([])
    expect(await counts()).toEqual({ ...nobody, skipped: 3 })
  })

  test(`nothing is held back of a letter that was stopped (${dialect})`, async () => {
    const { db, clock } = await letterTo(dialect, 3)
    await db.transaction().execute((trx) => pauseForServer(trx, 'letter launch', 'no', clock()))
    await stopLetter(db, 'launch', clock())
    expect(await readPauses(db)).toEqual([])
  })

  test(`an address refused for good is failed, until the owner puts it back (${dialect})`, async () => {
    const { inbox, db, clock, ...post } = await letterTo(dialect, 12)
    inbox.answers.rcpt = (address) =>
      address === person(1) ? '550 5.1.1 <person1@example.com> unknown' : undefined
    // Others come after it, so the refusal is believed.
    await db
      .updateTable('outbox')
      .set({ due_at: '2026-01-01T00:00:00.000Z' })
      .where('about_id', 'in', (query) =>
        query.selectFrom('subscribers').select('id').where('email', '=', person(1)),
      )
      .execute()
    const courier = post.openCourier()
    await post.becomes({ sent: 11, failed: 1 })
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
    delete inbox.answers.rcpt
    // It would only be skipped.
    expect(await retryMail(db, 'launch', clock())).toBe(0)
    await db.deleteFrom('suppressions').execute()
    expect(await retryMail(db, 'launch', clock())).toBe(1)
    courier.nudge()
    await post.becomes({ sent: 12 })
  })
}
