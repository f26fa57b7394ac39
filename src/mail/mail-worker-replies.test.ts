import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { freePort } from '../../test/support/free-port.ts'
import { eventually, openOutbox } from '../../test/support/open-outbox.ts'
import { openMailServer, recipients } from '../../test/support/mail-server.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

for (const dialect of dialects) {
  test(`mail the server defers is retried for five days with growing delays, then failed (${dialect})`, async () => {
    const { mailServer, clock, ...outbox } = await openOutbox(dialect)
    mailServer.replies.dot = '451 not now'
    const startedAt = clock().getTime()
    await outbox.queue()
    const worker = outbox.startWorker()
    const delays: number[] = []
    for (let attempt = 1; ; attempt++) {
      worker.wake()
      await outbox.becomes([{ attempts: attempt }])
      const [mail] = await outbox.rows()
      expect(mail!.last_error).toContain('451 not now')
      if (mail!.status === 'failed') break
      expect(mail!.status).toBe('queued')
      delays.push(Date.parse(mail!.due_at) - clock().getTime())
      clock.move(delays.at(-1)!)
    }
    expect(delays[0]).toBeLessThanOrEqual(minuteMs)
    expect(delays).toEqual(delays.toSorted((a, b) => a - b))
    expect(Math.max(...delays)).toBe(4 * 60 * minuteMs)
    const days = (clock().getTime() - startedAt) / dayMs
    expect(days).toBeGreaterThanOrEqual(5)
    expect(days).toBeLessThan(5.2)
    expect(mailServer.received).toEqual([])
  })

  test(`mail survives days without a server, and is then sent once (${dialect})`, async () => {
    const { clock, ...outbox } = await openOutbox(dialect)
    const port = await freePort()
    const names = ['ada', 'ben', 'cleo'].map((name) => `${name}@example.com`)
    for (const to of names) await outbox.queue({ to })
    const worker = outbox.startWorker({ url: `smtp://127.0.0.1:${port}` })
    for (let tries = 1; tries <= 3; tries++) {
      await eventually(async () => {
        worker.wake()
        for (const mail of await outbox.rows()) {
          expect(mail).toMatchObject({ status: 'queued', attempts: tries })
        }
      })
      if (tries < 3) clock.move(dayMs)
    }
    // Before the clock moves: a fourth attempt without a server would postpone the mail.
    const mailServer = await openMailServer({}, port)
    clock.move(dayMs)
    await eventually(() => {
      worker.wake()
      expect(recipients(mailServer)).toEqual(names)
    })
    await worker.stop()
    expect((await outbox.rows()).map(({ status }) => status)).toEqual(names.map(() => 'sent'))
  })

  test(`an unknown mailbox is suppressed, and other recipients still get mail (${dialect})`, async () => {
    const { mailServer, clock, ...outbox } = await openOutbox(dialect)
    mailServer.replies.rcpt = (address) =>
      /^gone/i.test(address) ? '550 5.1.1 no such user' : undefined
    // The order matters: a rejection is believed only once a later mail was accepted.
    for (const to of ['gone@example.com', 'here@example.com']) {
      await outbox.queue({ to })
      clock.move(1)
    }
    const worker = outbox.startWorker()
    await outbox.becomes([{ status: 'queued', attempts: 1 }, { status: 'sent' }])
    clock.move(minuteMs)
    worker.wake()
    await eventually(async () =>
      expect(await outbox.db.selectFrom('suppressions').selectAll().execute()).toMatchObject([
        { email_key: 'gone@example.com', reason: expect.stringContaining('no such user') },
      ]),
    )
    mailServer.replies.rcpt = () => undefined
    for (const to of ['Gone@example.com', 'here@example.com']) await outbox.queue({ to })
    worker.wake()
    await eventually(async () =>
      expect(await outbox.rows()).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({ to: 'gone@example.com', status: 'failed' }),
          expect.objectContaining({ to: 'Gone@example.com', status: 'skipped' }),
        ]),
      ),
    )
    await eventually(() => expect(mailServer.received).toHaveLength(2))
    expect(recipients(mailServer)).toEqual(['here@example.com', 'here@example.com'])
  })

  test(`a rejection is believed the second time, once a later mail of the same kind was accepted (${dialect})`, async () => {
    const { mailServer, clock, ...outbox } = await openOutbox(dialect)
    mailServer.replies.dot = '554 looks like spam'
    const worker = outbox.startWorker()
    const first = await outbox.queue()
    worker.wake()
    // No other mail proves that the server works, so this one is retried.
    await outbox.becomes([{ status: 'queued', attempts: 1 }])
    await outbox.queue({ to: 'ben@example.com' })
    mailServer.replies.dot = (address) =>
      address.startsWith('ben') ? undefined : '554 looks like spam'
    worker.wake()
    await outbox.becomes([{ status: 'queued', attempts: 1 }, { status: 'sent' }])
    clock.move(minuteMs)
    worker.wake()
    await outbox.becomes([{ about_id: first, status: 'failed', attempts: 2 }, { status: 'sent' }])
    expect(await outbox.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })

  test(`a single mail to an unknown mailbox fails after hours, and its address is not suppressed (${dialect})`, async () => {
    const { mailServer, clock, ...outbox } = await openOutbox(dialect)
    mailServer.replies.rcpt = '550 5.1.1 no such user'
    const worker = outbox.startWorker()
    const startedAt = clock().getTime()
    await outbox.queue()
    for (let attempts = 1; attempts < 10; attempts += 1) {
      worker.wake()
      await outbox.becomes([{ status: 'queued', attempts }])
      clock.move(Date.parse((await outbox.rows())[0]!.due_at) - clock().getTime())
    }
    worker.wake()
    await outbox.becomes([{ status: 'failed', attempts: 10 }])
    expect(clock().getTime() - startedAt).toBeLessThan(5 * 60 * minuteMs)
    expect(await outbox.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })

  test(`mail rejected for an exceeded daily quota is retried and sent later (${dialect})`, async () => {
    const { mailServer, clock, ...outbox } = await openOutbox(dialect)
    mailServer.replies.dot = '550 5.4.5 Daily sending quota exceeded'
    const worker = outbox.startWorker()
    await outbox.queue()
    for (let attempts = 1; attempts <= 6; attempts += 1) {
      worker.wake()
      await outbox.becomes([{ status: 'queued', attempts }])
      clock.move(60 * minuteMs)
    }
    delete mailServer.replies.dot
    worker.wake()
    await outbox.becomes([{ status: 'sent', last_error: null }])
  })
}
