import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { claim, eventually, openCourier, outboxOf, queue } from '../../test/support/outbox.ts'
import { openInbox } from '../../test/support/smtp.ts'
import { claimMail } from './claim-mail.ts'
import { createClaims } from './claims.ts'

for (const dialect of dialects) {
  test(`a process that stood still for a minute takes mail once and sends it (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox()
    const clock = vi.fn(() => new Date())
    const courier = openCourier(database, inbox.url, clock)
    const now = performance.now.bind(performance)
    const standing = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
    onTestFinished(() => standing.mockRestore())
    await queue(database, clock())
    clock.mockClear()
    courier.nudge()
    await eventually(() => expect(inbox.received).toHaveLength(1))
    // Whoever gave back what it had just taken, and took it again, would look at it many times.
    expect(clock.mock.calls.length).toBeLessThan(20)
  })

  test(`whoever has much in hand takes no more before it is written down (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = () => new Date()
    const claims = createClaims(database, claim.courierId, clock, pino({ level: 'silent' }))
    onTestFinished(() => claims.close())
    await queue(database, clock())
    const [held] = (await claimMail(database, claim, clock()))!
    const copies = Array.from({ length: 2000 }, () => {
      return { ...held!, mail: { ...held!.mail, id: crypto.randomUUID() } }
    })
    claims.take([held!, ...copies])
    claims.record([{ mail: held!.mail, begunAt: 0, outcome: { kind: 'not-begun' } }])
    await claims.mayTake()
    expect(await outboxOf(database)).toMatchObject([{ status: 'queued' }])
  })
}
