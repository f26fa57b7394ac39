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

  test('forgets mail 30 days after it was sent or given up, and none that waits', async () => {
    const house = await openTestApp(dialect)
    for (const email of ['sent@example.com', 'failed@example.com', 'waiting@example.com']) {
      await house.submit({ name: 'Ada', email, message: 'Hello' })
    }
    house.passDays(2)
    const mark = async (email: string, status: 'sent' | 'failed') => {
      const due_at = house.settings.clock().toISOString()
      const about = await house.mailsTo(email)
      const ids = about.map(({ about_id }) => about_id)
      const update = house.db.updateTable('outbox').set({ status, due_at })
      await update.where('about_id', 'in', ids).execute()
    }
    await mark('sent@example.com', 'sent')
    await mark('failed@example.com', 'failed')
    const statuses = async () =>
      (await house.db.selectFrom('outbox').select('status').execute())
        .map(({ status }) => status)
        .toSorted()
    house.passDays(29)
    await forget(house)
    expect(await statuses()).toEqual(['failed', 'failed', 'queued', 'queued', 'sent', 'sent'])
    house.passDays(2)
    await forget(house)
    expect(await statuses()).toEqual(['queued', 'queued'])
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
