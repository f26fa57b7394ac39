import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { freePort } from '../../test/support/free-port.ts'
import { createClock, eventually, openCourier, outboxOf, queue } from '../../test/support/outbox.ts'
import { openInbox, recipients } from '../../test/support/smtp.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

for (const dialect of dialects) {
  test(`a refused mail is tried for five days with growing pauses, then shown as failed (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox()
    inbox.answers.dot = '451 not now'
    const clock = createClock()
    const startedAt = clock().getTime()
    await queue(database, clock())
    const courier = openCourier(database, inbox.url, clock)
    const pauses: number[] = []
    for (let attempt = 1; ; attempt++) {
      courier.nudge()
      await eventually(async () =>
        expect(await outboxOf(database)).toMatchObject([{ attempts: attempt }]),
      )
      const [mail] = await outboxOf(database)
      expect(mail!.last_error).toContain('451 not now')
      if (mail!.status === 'failed') break
      expect(mail!.status).toBe('queued')
      pauses.push(Date.parse(mail!.due_at) - clock().getTime())
      clock.move(pauses.at(-1)!)
    }
    expect(pauses[0]).toBeLessThanOrEqual(minuteMs)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(Math.max(...pauses)).toBe(4 * 60 * minuteMs)
    const days = (clock().getTime() - startedAt) / dayMs
    expect(days).toBeGreaterThanOrEqual(5)
    expect(days).toBeLessThan(5.2)
    expect(inbox.received).toEqual([])
  })

  test(`mail outlives days without a server, and then goes out once (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const port = await freePort()
    const clock = createClock()
    const names = ['ada', 'ben', 'cleo'].map((name) => `${name}@example.com`)
    for (const to of names) await queue(database, clock(), { to })
    const courier = openCourier(database, `smtp://127.0.0.1:${port}`, clock)
    for (let tries = 1; tries <= 3; tries++) {
      await eventually(async () => {
        courier.nudge()
        for (const mail of await outboxOf(database)) {
          expect(mail).toMatchObject({ status: 'queued', attempts: tries })
        }
      })
      clock.move(dayMs)
    }
    const inbox = await openInbox({ port })
    await eventually(() => {
      courier.nudge()
      expect(recipients(inbox)).toEqual(names)
    })
    await courier.stop()
    expect((await outboxOf(database)).map(({ status }) => status)).toEqual(names.map(() => 'sent'))
  })

  test(`an unknown mailbox is not written to again, all others are (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox()
    inbox.answers.rcpt = (address) =>
      /^gone/i.test(address) ? '550 5.1.1 no such user' : undefined
    const clock = createClock()
    for (const to of ['gone@example.com', 'here@example.com']) {
      await queue(database, clock(), { to })
      // In this order: a refusal is believed when a later mail is taken.
      clock.move(1)
    }
    const courier = openCourier(database, inbox.url, clock)
    await eventually(() => expect(recipients(inbox)).toEqual(['here@example.com']))
    await eventually(async () =>
      expect(await database.db.selectFrom('suppressions').selectAll().execute()).toMatchObject([
        { email_key: 'gone@example.com', reason: expect.stringContaining('no such user') },
      ]),
    )
    inbox.answers.rcpt = () => undefined
    for (const to of ['Gone@example.com', 'here@example.com'])
      await queue(database, clock(), { to })
    courier.nudge()
    await eventually(async () =>
      expect(await outboxOf(database)).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({ to: 'gone@example.com', status: 'failed' }),
          expect.objectContaining({ to: 'Gone@example.com', status: 'skipped' }),
        ]),
      ),
    )
    await eventually(() => expect(inbox.received).toHaveLength(2))
    expect(recipients(inbox)).toEqual(['here@example.com', 'here@example.com'])
  })

  test(`a refusal is believed once another mail of its kind was taken after it (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox()
    inbox.answers.dot = '554 looks like spam'
    const clock = createClock()
    const courier = openCourier(database, inbox.url, clock)
    const first = await queue(database, clock())
    courier.nudge()
    // Nobody else shows that the server is well: it is tried again later.
    await eventually(async () =>
      expect(await outboxOf(database)).toMatchObject([{ status: 'queued', attempts: 1 }]),
    )
    clock.move(minuteMs)
    await queue(database, clock(), { to: 'ben@example.com' })
    inbox.answers.dot = (address) => (address.startsWith('ben') ? undefined : '554 looks like spam')
    courier.nudge()
    await eventually(async () =>
      expect(await outboxOf(database)).toMatchObject([
        { about_id: first, status: 'failed', attempts: 2 },
        { status: 'sent' },
      ]),
    )
    expect(await database.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })

  test(`whoever is refused again and again, alone, is failed and not blamed (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox()
    inbox.answers.rcpt = '550 5.1.1 no such user'
    const clock = createClock()
    const courier = openCourier(database, inbox.url, clock)
    await queue(database, clock())
    await eventually(async () => {
      clock.move(10 * minuteMs)
      courier.nudge()
      expect(await outboxOf(database)).toMatchObject([{ status: 'failed', attempts: 4 }])
    })
    expect(await database.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })
}
