import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { forgetExpired } from './forget-expired.ts'

const ada = 'ada@example.com'
const forget = (house: TestApp) => forgetExpired(house.db, house.settings.clock())
const countOf = async (
  house: TestApp,
  table: 'messages' | 'quarantine' | 'erasures' | 'consents',
) => (await house.db.selectFrom(table).selectAll().execute()).length

describe.each(dialects)('retention on %s', (dialect) => {
  test('forgets a pending signup after 30 days, counted from the last time it was asked', async () => {
    const house = await openTestApp(dialect)
    await house.submit({ email: ada })
    house.passDays(20)
    await house.submit({ email: ada })
    house.passDays(29.9)
    await forget(house)
    expect(await house.statusOf(ada)).toBe('pending')
    house.passDays(0.2)
    await forget(house)
    expect(await house.statusOf(ada)).toBeUndefined()
    expect(await countOf(house, 'consents')).toBe(0)
  })

  test('keeps who confirmed and who left, with their proof, and drops askings never answered', async () => {
    const house = await openTestApp(dialect)
    for (const email of [ada, 'bob@example.com']) {
      await house.submit({ email })
      await house.post(await house.linkTo(email, 'confirm'))
    }
    await house.submit({ email: 'twice@example.com' })
    house.passDays(0.1)
    await house.submit({ email: 'twice@example.com' })
    await house.post(await house.linkTo('twice@example.com', 'confirm'))
    await house.post(await house.linkTo('bob@example.com', 'unsubscribe'))
    expect(await countOf(house, 'consents')).toBe(4)
    house.passDays(4000)
    await forget(house)
    expect(await house.statusOf(ada)).toBe('confirmed')
    expect(await house.statusOf('bob@example.com')).toBe('unsubscribed')
    expect(await countOf(house, 'consents')).toBe(3)
  })

  test('forgets a message after 24 months and not a day earlier', async () => {
    const house = await openTestApp(dialect)
    await house.submit({ name: 'Ada', email: ada, message: 'Hello' })
    // 2026-03-01 to 2028-03-01, over a leap day.
    house.passDays(731)
    await forget(house)
    expect(await countOf(house, 'messages')).toBe(1)
    house.passDays(1)
    await forget(house)
    expect(await countOf(house, 'messages')).toBe(0)
  })

  test('forgets whom a mail went to and what it said 30 days after it was sent, and no waiting one', async () => {
    const house = await openTestApp(dialect)
    for (const email of ['sent@example.com', 'failed@example.com', 'waiting@example.com']) {
      await house.submit({ email })
    }
    house.passDays(2)
    const sentAt = house.settings.clock().toISOString()
    const mark = async (email: string, values: { status: 'sent' | 'failed'; sent_at?: string }) =>
      await house.db.updateTable('outbox').set(values).where('email_key', '=', email).execute()
    await mark('sent@example.com', { status: 'sent', sent_at: sentAt })
    await mark('failed@example.com', { status: 'failed' })
    house.passDays(29)
    await forget(house)
    expect(await house.mailsTo('sent@example.com')).toHaveLength(1)
    expect(await house.mailsTo('failed@example.com')).toHaveLength(0)
    house.passDays(2)
    await forget(house)
    const rows = await house.db.selectFrom('outbox').selectAll().execute()
    expect(rows).toHaveLength(3)
    for (const row of rows.filter(({ status }) => status !== 'waiting')) {
      expect(row).toMatchObject({ to_email: null, email_key: null, subject: null, html: null })
      expect(row).toMatchObject({ text: null, reply_to: null, list_unsubscribe: null })
    }
    expect(await house.mailsTo('waiting@example.com')).toHaveLength(1)
  })

  test('forgets quarantine and erasure hashes after 30 days, links and counts within days', async () => {
    const house = await openTestApp(dialect)
    await house.submit({ email: 'robot@example.com', website: 'x' })
    await house.submit({ email: ada })
    await house.post('/my-data', new URLSearchParams({ email: ada }))
    await house.post(`${await house.linkTo(ada, 'my-data')}/erase`)
    await house.submit({ email: ada })
    await house.post('/my-data', new URLSearchParams({ email: ada }))
    house.passDays(29)
    await forget(house)
    expect([await countOf(house, 'quarantine'), await countOf(house, 'erasures')]).toEqual([1, 1])
    for (const table of ['data_links', 'mail_allowances'] as const) {
      expect(await house.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    house.passDays(2)
    await forget(house)
    expect([await countOf(house, 'quarantine'), await countOf(house, 'erasures')]).toEqual([0, 0])
  })
})
