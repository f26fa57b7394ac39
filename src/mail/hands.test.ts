import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { createClock, outboxOf, queue } from '../../test/support/outbox.ts'
import { claimMail, leaseMs } from './claim-mail.ts'
import { createHands } from './hands.ts'

afterEach(() => vi.useRealTimers())

for (const dialect of dialects) {
  test(`mail that takes long stays with the process that sends it (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock())
    const claim = { most: 1, perSecond: 1000, messageIdDomain: 'spunta.example', inHand: [] }
    const [taken] = await claimMail(database, claim, clock())
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const hands = createHands(database, clock, pino({ level: 'silent' }))
    hands.take(taken!.mail)

    clock.move(leaseMs - 1)
    vi.advanceTimersByTime(leaseMs - 1)
    const renewedUntil = new Date(clock().getTime() + leaseMs).toISOString()
    await vi.waitFor(async () =>
      expect(await outboxOf(database)).toMatchObject([{ lease_until: renewedUntil }]),
    )
    clock.move(leaseMs - 1)
    expect(await claimMail(database, claim, clock())).toEqual([])
    hands.record({ mail: taken!.mail, outcome: { kind: 'sent' } })
    await hands.empty()
    expect(await outboxOf(database)).toMatchObject([{ status: 'sent' }])
  })
}
