import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { eventually, mailKinds, openOutbox } from '../../test/support/open-outbox.ts'
import { recipients, silence } from '../../test/support/mail-server.ts'
import { readHourlyLimit } from './hourly-limit.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')

test('in the hour after a flood one unconfirmed mail may be sent every 15 seconds, not 5 once a minute', async () => {
  const { db } = await openTestDatabase('sqlite')
  const kinds = ['confirm-signup', 'my-data-link', 'message-receipt'] as const
  const about = { about_id: 'x', attempts: 1, status: 'sent' } as const
  const send = async (seconds: number, count: number) => {
    const at = new Date(start + seconds * 1000).toISOString()
    const times = { due_at: at, tried_at: at, created_at: at }
    const row = (_: unknown, index: number) => {
      return { ...about, ...times, kind: kinds[index % 3]!, id: crypto.randomUUID() }
    }
    await db
      .insertInto('outbox')
      .values(Array.from({ length: count }, row))
      .execute()
  }
  const leftAt = async (seconds: number) =>
    (await readHourlyLimit(db, mailKinds, 1000, new Date(start + seconds * 1000))).left

  expect(await leftAt(0)).toBe(750)
  await send(0, 750)
  expect([await leftAt(1), await leftAt(15)]).toEqual([0, 1])
  await send(15, 1)
  expect([await leftAt(29), await leftAt(30)]).toEqual([0, 1])
})

const owner = 'owner@company.example'

test.each(dialects)(
  'notices in flight take nothing from the hourly limit for unconfirmed addresses (%s)',
  async (dialect) => {
    const { mailServer, queue, startWorker, becomes, db } = await openOutbox(dialect)
    // The worker tries several connections at once only after the server has accepted a mail.
    await queue({ kind: 'message-notice' })
    const worker = startWorker({ unconfirmedMailPerHour: 4, silenceMs: 600_000 })
    await becomes([{ status: 'sent' }])
    await db.deleteFrom('messages').execute()

    mailServer.replies.dot = (to) => (to === owner ? silence : undefined)
    for (let count = 0; count < 3; count += 1) await queue({ kind: 'message-notice' })
    const isHeld = () => mailServer.lines.filter((line) => line === '.').length === 4
    await eventually(() => expect(isHeld()).toBe(true))
    // The worker reads the limit once a second.
    await sleep(1100)
    await queue({ to: 'bob@example.com' })
    worker.wake()
    await eventually(() =>
      expect(mailServer.received.map(({ to }) => to[0])).toEqual([owner, 'bob@example.com']),
    )
    await mailServer.hangUp()
  },
)

test.each(dialects)(
  'recipients that the server refuses count toward the hourly limit, also after a restart (%s)',
  async (dialect) => {
    const refuse = (to: string) => (to === owner ? undefined : '550 5.1.1 no such user')
    const { queue, startWorker, rows } = await openOutbox(dialect, { rcpt: refuse })
    for (let index = 0; index < 20; index += 1) await queue({ to: `person${index}@example.com` })
    for (const _ of ['first', 'restarted']) {
      // Claimed after all receipts that may be sent.
      await queue({ kind: 'message-notice' })
      const worker = startWorker({ unconfirmedMailPerHour: 8 })
      await eventually(async () => {
        const notices = (await rows()).filter(({ kind }) => kind === 'message-notice')
        for (const notice of notices) expect(notice).toMatchObject({ status: 'sent' })
      })
      await worker.stop()
    }
    const tried = (await rows()).filter((row) => row.kind === 'message-receipt' && row.attempts > 0)
    expect(tried).toHaveLength(6)
  },
)

test.each(dialects)(
  'mail that is tried again for days counts once, so that new mail does not wait for it (%s)',
  async (dialect) => {
    const defer = (to: string) => (to.startsWith('person') ? '450 4.1.2 no such domain' : undefined)
    const { mailServer, queue, startWorker, clock, rows } = await openOutbox(dialect, {
      rcpt: defer,
    })
    for (let index = 0; index < 6; index += 1) await queue({ to: `person${index}@example.com` })
    startWorker({ unconfirmedMailPerHour: 8 })
    const triedTimes = (count: number) =>
      eventually(async () => {
        const attempts = (await rows()).map((row) => row.attempts)
        expect(attempts.filter((times) => times === count)).toHaveLength(6)
      })
    await triedTimes(1)
    clock.move(2 * 3_600_000)
    await triedTimes(2)
    await queue({ to: 'bob@example.com' })
    await eventually(() => expect(recipients(mailServer)).toContain('bob@example.com'))
  },
)
