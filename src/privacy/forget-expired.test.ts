import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { forgetExpired } from './forget-expired.ts'

const ada = 'ada@example.com'
const forget = (app: TestApp) => forgetExpired(app.db, app.settings.clock())
const countOf = async (app: TestApp, table: 'messages' | 'quarantine' | 'erasures' | 'consents') =>
  (await app.db.selectFrom(table).selectAll().execute()).length

describe.each(dialects)('retention on %s', (dialect) => {
  test('forgets a pending signup after 30 days, counted from the last time it was asked', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada })
    app.passDays(20)
    await app.submit({ email: ada })
    app.passDays(29.9)
    await forget(app)
    expect(await app.statusOf(ada)).toBe('pending')
    app.passDays(0.2)
    await forget(app)
    expect(await app.statusOf(ada)).toBeUndefined()
    expect(await countOf(app, 'consents')).toBe(0)
  })

  test('keeps who confirmed and who left, with their proof, and drops askings never answered', async () => {
    const app = await openTestApp(dialect)
    for (const email of [ada, 'bob@example.com']) {
      await app.submit({ email })
      await app.post(await app.linkTo(email, 'confirm'))
    }
    await app.submit({ email: 'twice@example.com' })
    app.passDays(0.1)
    await app.submit({ email: 'twice@example.com' })
    await app.post(await app.linkTo('twice@example.com', 'confirm'))
    await app.post(await app.linkTo('bob@example.com', 'unsubscribe'))
    expect(await countOf(app, 'consents')).toBe(4)
    app.passDays(4000)
    await forget(app)
    expect(await app.statusOf(ada)).toBe('confirmed')
    expect(await app.statusOf('bob@example.com')).toBe('unsubscribed')
    expect(await countOf(app, 'consents')).toBe(3)
  })

  test('forgets a message after 24 months and not a day earlier', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ name: 'Ada', email: ada, message: 'Hello' })
    // 2026-03-01 to 2028-03-01, over a leap day.
    app.passDays(731)
    await forget(app)
    expect(await countOf(app, 'messages')).toBe(1)
    app.passDays(1)
    await forget(app)
    expect(await countOf(app, 'messages')).toBe(0)
  })

  test('forgets mail 30 days after it was sent or given up, and none that waits', async () => {
    const app = await openTestApp(dialect)
    for (const email of ['sent@example.com', 'failed@example.com', 'waiting@example.com']) {
      await app.submit({ name: 'Ada', email, message: 'Hello' })
    }
    app.passDays(2)
    const mark = async (email: string, status: 'sent' | 'failed') => {
      const due_at = app.settings.clock().toISOString()
      const about = await app.mailsTo(email)
      const ids = about.map(({ about_id }) => about_id)
      const update = app.db.updateTable('outbox').set({ status, due_at })
      await update.where('about_id', 'in', ids).execute()
    }
    await mark('sent@example.com', 'sent')
    await mark('failed@example.com', 'failed')
    const statuses = async () =>
      (await app.db.selectFrom('outbox').select('status').execute())
        .map(({ status }) => status)
        .toSorted()
    app.passDays(29)
    await forget(app)
    expect(await statuses()).toEqual(['failed', 'failed', 'queued', 'queued', 'sent', 'sent'])
    app.passDays(2)
    await forget(app)
    expect(await statuses()).toEqual(['queued', 'queued'])
  })

  test('forgets quarantine and erasure hashes after 30 days, links and counts within days', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'robot@example.com', website: 'x' })
    await app.submit({ email: ada })
    await app.post('/my-data', new URLSearchParams({ email: ada }))
    await app.post(`${await app.linkTo(ada, 'my-data')}/erase`)
    await app.submit({ email: ada })
    await app.post('/my-data', new URLSearchParams({ email: ada }))
    app.passDays(29)
    await forget(app)
    expect([await countOf(app, 'quarantine'), await countOf(app, 'erasures')]).toEqual([1, 1])
    for (const table of ['data_links', 'mail_allowances'] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    app.passDays(2)
    await forget(app)
    expect([await countOf(app, 'quarantine'), await countOf(app, 'erasures')]).toEqual([0, 0])
  })
})
