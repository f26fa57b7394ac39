import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { createClock, eventually, openOutbox, writers } from '../../test/support/outbox.ts'
import { messageIds, recipients, silence } from '../../test/support/smtp.ts'
import { connect } from '#database/connect.ts'
import type { FindDrafts } from './mail-kinds.ts'

for (const dialect of dialects) {
  test(`queued mail goes out as soon as the courier is nudged (${dialect})`, async () => {
    const { inbox, clock, ...post } = await openOutbox(dialect)
    const courier = post.openCourier()
    for (const to of ['ada@example.com', 'ben@example.com']) {
      await post.queue({ to })
      courier.nudge()
      await eventually(() => expect(recipients(inbox)).toContain(/\w+@example.com/.exec(to)![0]))
    }
    await post.becomes([
      { status: 'sent', attempts: 1, due_at: clock().toISOString() },
      { status: 'sent', attempts: 1, due_at: clock().toISOString() },
    ])
    for (const id of messageIds(inbox)) expect(id).toMatch(/^<[\w-]{36}@spunta\.example>$/)
  })

  test(`two couriers on one queue send each mail once (${dialect})`, async () => {
    const { inbox, database, ...post } = await openOutbox(dialect, {}, createClock(Date.now))
    await using second = connect(database.target)
    const names = Array.from({ length: 150 }, (_, index) => `person-${index}@example.com`)
    for (const to of names) await post.queue({ to })
    const couriers = [database, second].map((one) =>
      post.openCourier({ database: one, mailPerSecond: 200 }),
    )
    await eventually(() => expect(inbox.received.length).toBeGreaterThanOrEqual(names.length))
    for (const courier of couriers) await courier.stop()
    expect(recipients(inbox)).toEqual(names.toSorted())
    const rows = await post.rows()
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['sent']))
  })

  test(`MAIL_PER_SECOND holds for two couriers together (${dialect})`, async () => {
    const { inbox, database, ...post } = await openOutbox(dialect, {}, createClock(Date.now))
    await using second = connect(database.target)
    for (let count = 0; count < 31; count++) await post.queue()
    const startedAt = performance.now()
    const couriers = [database, second].map((one) =>
      post.openCourier({ database: one, mailPerSecond: 20 }),
    )
    await eventually(() => expect(inbox.received).toHaveLength(31))
    for (const courier of couriers) await courier.stop()
    const lastAt = Math.max(...inbox.received.map(({ at }) => at))
    // 30 pauses of 50 ms, however the two share them; timers may be early by a millisecond.
    expect(lastAt - startedAt).toBeGreaterThan(1490)
  })

  test(`a stop finishes the mail under way and gives back the rest (${dialect})`, async () => {
    const { inbox: slow, ...post } = await openOutbox(dialect)
    slow.answers.dot = { line: '250 taken', afterMs: 300 }
    for (let count = 0; count < 5; count++) await post.queue()
    const courier = post.openCourier()
    await eventually(() => expect(slow.lines).toContain('.'))
    await courier.stop()
    expect(slow.lines.filter((line) => line === '.')).toHaveLength(1)
    const rows = await post.rows()
    expect(rows.map(({ status, attempts }) => `${status} ${attempts}`).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'queued 0'),
      'sent 1',
    ])
  })

  test(`a database that is away for a moment makes nobody get a mail twice (${dialect})`, async () => {
    const { inbox: slow, db, ...post } = await openOutbox(dialect)
    slow.answers.dot = { line: '250 taken', afterMs: 200 }
    await post.queue()
    const courier = post.openCourier()
    await eventually(() => expect(slow.lines).toContain('.'))
    await sql`alter table outbox rename to outbox_away`.execute(db)
    await new Promise((resolve) => setTimeout(resolve, 500))
    courier.nudge()
    await sql`alter table outbox_away rename to outbox`.execute(db)
    courier.nudge()
    await post.becomes([{ status: 'sent', attempts: 1 }])
    expect(slow.lines.filter((line) => line === '.')).toHaveLength(1)
  })
}

test('a stop does not wait for a server that fell silent', async () => {
  const { inbox: mute, ...post } = await openOutbox('sqlite', { dot: silence })
  await post.queue()
  const courier = post.openCourier({ silenceMs: 600_000 })
  await eventually(() => expect(mute.lines).toContain('.'))
  await courier.stop()
  expect(await post.rows()).toMatchObject([{ status: 'queued', attempts: 1 }])
})

test('a mail that a server takes its time for holds up none that comes after it', async () => {
  const dot = (address: string) => (address.startsWith('slow') ? silence : undefined)
  const { inbox, ...post } = await openOutbox('sqlite', { dot })
  const courier = post.openCourier({ silenceMs: 600_000 })
  for (const [to, isTaken] of [
    ['first@example.com', () => expect(recipients(inbox)).toContain('first@example.com')],
    ['slow@example.com', () => expect(inbox.lines.filter((line) => line === '.')).toHaveLength(2)],
    ['third@example.com', () => expect(recipients(inbox)).toContain('third@example.com')],
  ] as const) {
    await post.queue({ to })
    courier.nudge()
    await eventually(isTaken)
  }
  const [, slow] = await post.rows()
  expect(slow).toMatchObject({ to: 'slow@example.com', status: 'sending' })
})

test('a mail that cannot be written waits, says why, and keeps no other from going', async () => {
  const post = await openOutbox('sqlite')
  const speechless: FindDrafts = async (trx, ids, more) => {
    const write = () => {
      throw new Error('no words')
    }
    return (await writers['message-receipt'](trx, ids, more)).map((draft) => ({ ...draft, write }))
  }
  await post.queue({ kind: 'message-receipt' })
  await post.queue({ kind: 'message-notice', to: 'ben@example.com' })
  post.openCourier({ writers: { ...writers, 'message-receipt': speechless } })
  await post.becomes([
    { status: 'queued', attempts: 1, last_error: 'no words' },
    { status: 'sent' },
  ])
})
