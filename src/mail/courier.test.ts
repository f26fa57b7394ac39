import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { dialects, newTarget, openTestDatabase } from '../../test/support/databases.ts'
import { createClock, openCourier, outboxOf, queue } from '../../test/support/outbox.ts'
import { hangUp, openInbox, openRawSmtp, silence, type SmtpInbox } from '../../test/support/smtp.ts'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { claimMail, leaseMs } from './claim-mail.ts'
import { pauseMail, resumeMail } from './mail-pause.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 15_000, interval: 10 })

const recipients = (inbox: SmtpInbox) => inbox.received.flatMap(({ to }) => to).toSorted()

const messageIds = (inbox: SmtpInbox) =>
  inbox.received.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])

for (const dialect of dialects) {
  test(`queued mail goes out as soon as the courier is nudged (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox()
    const clock = createClock()
    const courier = openCourier(database, inbox.url, clock)
    for (const to of ['ada@example.com', 'Ben <ben@example.com>']) {
      await queue(database, clock(), { to })
      courier.nudge()
      await eventually(() => expect(recipients(inbox)).toContain(/\w+@example.com/.exec(to)![0]))
    }
    await eventually(async () =>
      expect(await outboxOf(database)).toMatchObject([
        { status: 'sent', attempts: 1, sent_at: clock().toISOString(), lease_until: null },
        { status: 'sent', attempts: 1, sent_at: clock().toISOString(), lease_until: null },
      ]),
    )
    for (const id of messageIds(inbox)) expect(id).toMatch(/^<[\w-]{36}@spunta\.example>$/)
  })

  test(`two couriers on one queue send each mail once (${dialect})`, async () => {
    const target = await newTarget(dialect)
    const databases = [connect(target), connect(target)]
    await migrate(databases[0]!)
    const inbox = await openInbox()
    const clock = createClock()
    const names = Array.from({ length: 150 }, (_, index) => `person-${index}@example.com`)
    for (const to of names) await queue(databases[0]!, clock(), { to })
    const couriers = databases.map((database) => openCourier(database, inbox.url, clock, 200))
    await eventually(() => expect(inbox.received.length).toBeGreaterThanOrEqual(names.length))
    for (const courier of couriers) await courier.stop()
    expect(recipients(inbox)).toEqual(names.toSorted())
    const rows = await outboxOf(databases[0]!)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['sent']))
    for (const database of databases) await database.close()
  })

  test(`mail in the hands of a dead process is taken up when its lease ends (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox()
    const clock = createClock()
    await queue(database, clock())
    const claim = { most: 10, perSecond: 1000, messageIdDomain: 'first.example', inHand: [] }
    expect(await claimMail(database, claim, clock())).toHaveLength(1)
    expect(await claimMail(database, claim, clock())).toEqual([])

    clock.move(leaseMs - 1)
    const courier = openCourier(database, inbox.url, clock)
    await queue(database, clock(), { to: 'ben@example.com' })
    courier.nudge()
    await eventually(() => expect(recipients(inbox)).toEqual(['ben@example.com']))
    clock.move(1)
    courier.nudge()
    await eventually(() => expect(recipients(inbox)).toContain('ada@example.com'))
    // The first attempt may have got through: the second must be recognisable as the same mail.
    expect(messageIds(inbox)[1]).toMatch(/@first\.example>$/)
  })

  test(`a refused mail is tried for five days with growing pauses, then shown as failed (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox()
    inbox.answers.data = '451 not now'
    const clock = createClock()
    const startedAt = clock().getTime()
    await queue(database, clock())
    const courier = openCourier(database, inbox.url, clock)
    const pauses: number[] = []
    for (let attempt = 1; ; attempt++) {
      courier.nudge()
      await eventually(async () =>
        expect(await outboxOf(database)).toMatchObject([{ attempts: attempt, lease_until: null }]),
      )
      const [mail] = await outboxOf(database)
      expect(mail!.last_error).toContain('451 not now')
      if (mail!.status === 'failed') break
      expect(mail!.status).toBe('waiting')
      pauses.push(Date.parse(mail!.next_attempt_at) - clock().getTime())
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
    const inbox = await openInbox()
    await inbox.close()
    const clock = createClock()
    const names = ['ada', 'ben', 'cleo'].map((name) => `${name}@example.com`)
    for (const to of names) await queue(database, clock(), { to })
    const courier = openCourier(database, inbox.url, clock)
    for (let tries = 1; tries <= 3; tries++) {
      await eventually(async () => {
        courier.nudge()
        for (const mail of await outboxOf(database)) {
          expect(mail).toMatchObject({ status: 'waiting', attempts: tries })
        }
      })
      clock.move(dayMs)
    }
    const again = await openInbox({ port: inbox.port })
    await eventually(() => {
      courier.nudge()
      expect(recipients(again)).toEqual(names)
    })
    await courier.stop()
    expect((await outboxOf(database)).map(({ status }) => status)).toEqual(names.map(() => 'sent'))
  })

  test(`an unknown mailbox is not written to again, all others are (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox()
    inbox.answers.rcpt = (address) => (/^gone/i.test(address) ? '550 no such user' : undefined)
    const clock = createClock()
    const courier = openCourier(database, inbox.url, clock)
    for (const to of ['gone@example.com', 'here@example.com'])
      await queue(database, clock(), { to })
    courier.nudge()
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
          expect.objectContaining({ to_email: 'gone@example.com', status: 'failed' }),
          expect.objectContaining({ to_email: 'Gone@example.com', status: 'suppressed' }),
        ]),
      ),
    )
    await eventually(() => expect(inbox.received).toHaveLength(2))
    expect(recipients(inbox)).toEqual(['here@example.com', 'here@example.com'])
  })

  test(`a mail the server will not have fails alone, and its address stays good (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox()
    inbox.answers.data = '554 looks like spam'
    const clock = createClock()
    const courier = openCourier(database, inbox.url, clock)
    await queue(database, clock())
    courier.nudge()
    await eventually(async () =>
      expect(await outboxOf(database)).toMatchObject([{ status: 'failed', attempts: 1 }]),
    )
    delete inbox.answers.data
    await queue(database, clock())
    courier.nudge()
    await eventually(() => expect(recipients(inbox)).toEqual(['ada@example.com']))
  })

  test(`a wrong password pauses the queue, not the mails (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox({ password: 'secret' })
    inbox.password = 'another'
    const clock = createClock()
    for (let count = 0; count < 20; count++) await queue(database, clock())
    const courier = openCourier(database, inbox.url, clock)
    const paused = async (times: number) => {
      expect(await database.db.selectFrom('mail_pauses').selectAll().execute()).toMatchObject([
        { cause: 'authentication', times },
      ])
    }
    await eventually(() => paused(1))
    clock.move(minuteMs - 1)
    courier.nudge()
    await queue(database, clock())
    expect(inbox.logins).toHaveLength(1)
    clock.move(1)
    await eventually(async () => {
      courier.nudge()
      await paused(2)
    })
    // The second pause is longer than the first.
    clock.move(minuteMs)
    courier.nudge()
    await courier.stop()
    expect(inbox.logins).toHaveLength(2)
    for (const mail of await outboxOf(database)) {
      expect(mail).toMatchObject({ status: 'waiting', attempts: 0 })
    }

    inbox.password = 'secret'
    openCourier(database, inbox.url, clock)
    await eventually(() => expect(inbox.received).toHaveLength(21))
    await eventually(async () =>
      expect(await database.db.selectFrom('mail_pauses').selectAll().execute()).toEqual([]),
    )
  })

  test(`the courier comes back by itself once the password is right (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox({ password: 'secret' })
    inbox.password = 'another'
    const clock = createClock()
    await queue(database, clock())
    const courier = openCourier(database, inbox.url, clock)
    await eventually(() => expect(inbox.logins).toHaveLength(1))
    inbox.password = 'secret'
    await eventually(() => {
      clock.move(minuteMs)
      courier.nudge()
      expect(recipients(inbox)).toEqual(['ada@example.com'])
    })
  })

  test(`nothing goes out while the owner holds mail back (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox()
    const clock = createClock()
    await pauseMail(database.db, 'a backup was restored', clock())
    await queue(database, clock())
    const courier = openCourier(database, inbox.url, clock)
    clock.move(400 * dayMs)
    courier.nudge()
    const claim = { most: 1, perSecond: 1000, messageIdDomain: 'x.example', inHand: [] }
    expect(await claimMail(database, claim, clock())).toEqual([])
    expect(await outboxOf(database)).toMatchObject([{ status: 'waiting', attempts: 0 }])
    await resumeMail(database.db)
    courier.nudge()
    await eventually(() => expect(recipients(inbox)).toEqual(['ada@example.com']))
  })

  test(`a mail in doubt is sent again as the same mail (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const broken = await openRawSmtp({ dot: hangUp })
    const clock = createClock()
    await queue(database, clock())
    const first = openCourier(database, broken.url, clock)
    await eventually(async () =>
      expect(await outboxOf(database)).toMatchObject([{ status: 'waiting', attempts: 1 }]),
    )
    await first.stop()
    const inbox = await openInbox()
    clock.move(minuteMs)
    openCourier(database, inbox.url, clock)
    await eventually(() => expect(inbox.received).toHaveLength(1))
    const sentBefore = broken.lines.find((line) => line.startsWith('Message-ID: '))
    expect(sentBefore).toBe(`Message-ID: ${messageIds(inbox)[0]}`)
  })

  test(`a clock that jumps neither loses nor holds up mail (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const inbox = await openInbox()
    inbox.answers.mail = '450 later'
    const clock = createClock()
    const courier = openCourier(database, inbox.url, clock)
    await queue(database, clock())
    const tried = (attempts: number) =>
      eventually(async () => {
        courier.nudge()
        expect(await outboxOf(database)).toMatchObject([{ status: 'waiting', attempts }])
      })
    await tried(1)
    clock.move(400 * dayMs)
    await tried(2)
    clock.move(-800 * dayMs)
    await tried(3)
    // Taken by a process that died, and then the clock was set back.
    clock.move(minuteMs * 5)
    const claim = { most: 1, perSecond: 1000, messageIdDomain: 'x.example', inHand: [] }
    await vi.waitFor(async () => expect(await claimMail(database, claim, clock())).toHaveLength(1))
    clock.move(-dayMs)
    delete inbox.answers.mail
    await eventually(() => {
      courier.nudge()
      expect(recipients(inbox)).toEqual(['ada@example.com'])
    })
    await queue(database, new Date(clock().getTime() + dayMs), { to: 'ben@example.com' })
    courier.nudge()
    await eventually(() => expect(recipients(inbox)).toContain('ben@example.com'))
  })

  test(`a clock that leaps does not send what is under way twice (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const slow = await openRawSmtp({ dot: { line: '250 taken', afterMs: 500 } })
    const handedOver = () => slow.lines.filter((line) => line === '.').length
    const clock = createClock()
    const courier = openCourier(database, slow.url, clock)
    for (const count of [1, 2]) {
      await queue(database, clock())
      courier.nudge()
      await eventually(() => expect(handedOver()).toBe(count))
      clock.move(dayMs)
      courier.nudge()
      await eventually(async () => {
        const rows = await outboxOf(database)
        expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(count)
      })
    }
    await courier.stop()
    expect(handedOver()).toBe(2)
  })

  test(`MAIL_PER_SECOND holds for two couriers together (${dialect})`, async () => {
    const target = await newTarget(dialect)
    const databases = [connect(target), connect(target)]
    await migrate(databases[0]!)
    const inbox = await openInbox()
    const now = () => new Date()
    for (let count = 0; count < 31; count++) await queue(databases[0]!, now())
    const startedAt = performance.now()
    const couriers = databases.map((database) => openCourier(database, inbox.url, now, 20))
    await eventually(() => expect(inbox.received).toHaveLength(31))
    for (const courier of couriers) await courier.stop()
    for (const database of databases) await database.close()
    const lastAt = Math.max(...inbox.received.map(({ at }) => at))
    // 30 pauses of 50 ms, however the two share them; timers may be early by a millisecond.
    expect(lastAt - startedAt).toBeGreaterThan(1490)
  })

  test(`a stop finishes the mail under way and gives back the rest (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const slow = await openRawSmtp({ dot: { line: '250 taken', afterMs: 300 } })
    const clock = createClock()
    for (let count = 0; count < 5; count++) await queue(database, clock())
    const courier = openCourier(database, slow.url, clock)
    await eventually(() => expect(slow.lines).toContain('.'))
    await courier.stop()
    expect(slow.lines.filter((line) => line === '.')).toHaveLength(1)
    const rows = await outboxOf(database)
    expect(rows.map(({ status, attempts }) => `${status} ${attempts}`).toSorted()).toEqual([
      'sent 1',
      ...Array.from({ length: 4 }, () => 'waiting 0'),
    ])
  })

  test(`a database that is away for a moment makes nobody get a mail twice (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const slow = await openRawSmtp({ dot: { line: '250 taken', afterMs: 200 } })
    const clock = createClock()
    await queue(database, clock())
    const courier = openCourier(database, slow.url, clock)
    await eventually(() => expect(slow.lines).toContain('.'))
    await sql`alter table outbox rename to outbox_away`.execute(database.db)
    await new Promise((resolve) => setTimeout(resolve, 500))
    courier.nudge()
    await sql`alter table outbox_away rename to outbox`.execute(database.db)
    courier.nudge()
    await eventually(async () =>
      expect(await outboxOf(database)).toMatchObject([{ status: 'sent', attempts: 1 }]),
    )
    expect(slow.lines.filter((line) => line === '.')).toHaveLength(1)
  })
}

test('a stop does not wait for a server that fell silent', async () => {
  const database = await openTestDatabase('sqlite')
  const mute = await openRawSmtp({ dot: silence })
  const clock = createClock()
  await queue(database, clock())
  const courier = openCourier(database, mute.url, clock, 1000, 600_000)
  await eventually(() => expect(mute.lines).toContain('.'))
  await courier.stop()
  expect(await outboxOf(database)).toMatchObject([{ status: 'waiting', attempts: 1 }])
})
