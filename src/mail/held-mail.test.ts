import { expect, onTestFinished, test, vi } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { letterTo, nobody } from '../../test/support/letters.ts'
import { courierTools, createClock, eventually, openOutbox } from '../../test/support/outbox.ts'
import type { Trx } from '#database/schema.ts'
import { leaseMs } from './claim-mail.ts'
import { createHeldMail } from './held-mail.ts'

for (const dialect of dialects) {
  test(`a process that stood still for a minute takes mail once and sends it (${dialect})`, async () => {
    const { inbox, ...post } = await openOutbox(dialect, {}, createClock(Date.now))
    const clock = vi.fn(() => post.clock())
    const courier = post.openCourier({ clock })
    const now = performance.now.bind(performance)
    const standing = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
    onTestFinished(() => standing.mockRestore())
    await post.queue()
    clock.mockClear()
    courier.nudge()
    await eventually(() => expect(inbox.received).toHaveLength(1))
    // Whoever gave back what it had just taken, and took it again, would look at it many times.
    expect(clock.mock.calls.length).toBeLessThan(20)
  })

  test(`a claim whose answer was lost is made again when it has ended (${dialect})`, async () => {
    const { inbox, clock, database, ...post } = await openOutbox(dialect)
    let isLost = true
    const execute = async <Result>(work: (trx: Trx) => Promise<Result>) => {
      const result = await post.db.transaction().execute(work)
      if (isLost) throw new Error('The connection broke after the commit.')
      return result
    }
    const db = new Proxy(database.db, {
      get: (target, name) =>
        name === 'transaction' ? () => ({ execute }) : Reflect.get(target, name).bind(target),
    })
    await post.queue()
    const courier = post.openCourier({ database: { ...database, db } })
    await post.becomes([{ status: 'sending' }])
    isLost = false
    clock.move(leaseMs)
    courier.nudge()
    await post.becomes([{ status: 'sent', attempts: 1 }])
    expect(inbox.received).toHaveLength(1)
  })

  test(`what another took from us and gave back is not begun twice (${dialect})`, async () => {
    const { inbox, clock, database, ...post } = await openOutbox(dialect)
    const courier = post.openCourier({ silenceMs: 60_000 })
    await post.queue()
    courier.nudge()
    await post.becomes([{ status: 'sent' }])
    inbox.answers.dot = { line: '250 taken', afterMs: 1500 }
    await post.queue({ to: 'ben@example.com' })
    courier.nudge()
    await eventually(() => expect(inbox.lines.filter((line) => line === '.')).toHaveLength(2))
    await database.db
      .updateTable('outbox')
      .set({ status: 'queued', due_at: clock().toISOString() })
      .where('status', '=', 'sending')
      .execute()
    courier.nudge()
    await eventually(async () =>
      expect((await post.rows()).map(({ status }) => status)).toEqual(['sent', 'sent']),
    )
    await courier.stop()
    expect(inbox.lines.filter((line) => line === '.')).toHaveLength(2)
  })

  test(`what is in hand stays so for as long as it takes (${dialect})`, async () => {
    const { clock, database, ...post } = await openOutbox(dialect)
    await post.queue()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const heldMail = createHeldMail({ ...courierTools(database), clock }, () => {})
    onTestFinished(() => heldMail.close())
    await heldMail.claim({ most: 1 })
    clock.move(leaseMs / 3)
    vi.advanceTimersByTime(leaseMs / 3)
    vi.useRealTimers()
    const due_at = new Date(clock().getTime() + leaseMs).toISOString()
    await post.becomes([{ status: 'sending', due_at }])
  })

  test(`whoever has much in hand takes no more before it is written down (${dialect})`, async () => {
    const { database, counts } = await letterTo(dialect, 2002)
    const { promise: recorded, resolve } = Promise.withResolvers<void>()
    const heldMail = createHeldMail(courierTools(database), resolve)
    onTestFinished(() => heldMail.close())
    const [first] = (await heldMail.claim({ most: 2001 }))!
    heldMail.record({ settled: [{ ...first!, outcome: { kind: 'sent' } }] })
    expect(await heldMail.claim({ most: 1 })).toBeUndefined()
    await recorded
    expect(await heldMail.claim({ most: 1 })).toHaveLength(1)
    expect(await counts()).toEqual({ ...nobody, sent: 1, sending: 2001 })
  })
}

test('a courier that stood still hands over nothing that it has not claimed anew', async () => {
  const { db, clock, ...post } = await letterTo('sqlite', 2, {}, createClock())
  const now = performance.now.bind(performance)
  const wasClaimed: boolean[] = []
  const send = async () => {
    const claimed = db.selectFrom('outbox').select('id').where('status', '=', 'sending')
    const ofNow = await claimed.where('due_at', '>', clock().toISOString()).execute()
    wasClaimed.push(ofNow.length > 0)
    if (wasClaimed.length === 1) {
      clock.move(60_000)
      const standing = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
      onTestFinished(() => standing.mockRestore())
    }
    return { kind: 'sent' } as const
  }
  post.openCourier({ mailPerSecond: 20, transport: { send, close() {} } })
  await post.becomes({ sent: 2 })
  expect(wasClaimed).toEqual([true, true])
})
