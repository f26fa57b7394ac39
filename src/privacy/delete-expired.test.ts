import { describe, expect, test } from 'vitest'
import { ada, after, countOf, runDailyCleanup, storeSubmissions } from '../../test/support/ada.ts'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { sendAt } from '../../test/support/letters.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { storeCounts } from '#owner/visit-counts.ts'
import { readLetterStatus } from '#letters/stored-letters.ts'
import { suppress } from '#mail/suppressions.ts'
import { periods } from '#personal-data.ts'
import { deleteExpired, deleteShortLived } from './delete-expired.ts'

describe.each(dialects)('retention on %s', (dialect) => {
  test('deletes a pending signup after 30 days, counted from the last time it was asked', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada })
    app.passDays(20)
    await app.submit({ email: ada })
    app.passDays(29.9)
    await runDailyCleanup(app)
    expect(await app.statusOf(ada)).toBe('pending')
    app.passDays(0.2)
    await runDailyCleanup(app)
    expect(await app.statusOf(ada)).toBeUndefined()
    expect(await countOf(app, 'consents')).toBe(0)
  })

  test('deletes an unconfirmed signup after 30 days, also if it was unsubscribed', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada })
    await app.post(await app.linkTo(ada, 'unsubscribe'))
    app.passDays(29.9)
    await runDailyCleanup(app)
    expect(await app.statusOf(ada)).toBe('unsubscribed')
    app.passDays(0.2)
    await runDailyCleanup(app)
    expect(await app.statusOf(ada)).toBeUndefined()
    expect(await countOf(app, 'consents')).toBe(0)
  })

  test('keeps confirmed and ended subscriptions with their proof, and deletes unanswered confirmation requests', async () => {
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
    app.passDays(400)
    await runDailyCleanup(app)
    expect(await app.statusOf(ada)).toBe('confirmed')
    expect(await app.statusOf('bob@example.com')).toBe('unsubscribed')
    expect(await countOf(app, 'consents')).toBe(3)
  })

  test('keeps a new signup of an address that unsubscribed more than 5 years ago', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada })
    await app.post(await app.linkTo(ada, 'confirm'))
    await app.post(await app.linkTo(ada, 'unsubscribe'))
    app.passDays(5 * 366)
    await app.submit({ email: ada })
    await runDailyCleanup(app)
    expect(await app.statusOf(ada)).toBe('pending')
  })

  test('restores an ended subscription and its proof if a later signup is not confirmed', async () => {
    const app = await openTestApp(dialect)
    const stored = async () => ({
      subscribers: await app.db.selectFrom('subscribers').selectAll().execute(),
      consents: await app.db.selectFrom('consents').selectAll().execute(),
    })
    await app.submit({ email: ada })
    await app.post(await app.linkTo(ada, 'confirm'))
    app.passDays(1)
    await app.post(await app.linkTo(ada, 'unsubscribe'))
    const before = await stored()
    app.passDays(100)
    await app.submit({ email: ada.toUpperCase() })
    expect(await app.statusOf(ada)).toBe('pending')
    app.passDays(31)
    await runDailyCleanup(app)
    expect(await stored()).toEqual(before)
    // Unsubscribing the later signup does not change when the subscription ended.
    await app.submit({ email: ada })
    await app.post(await app.linkTo(ada, 'unsubscribe'))
    app.passDays(31)
    await runDailyCleanup(app)
    const { subscribers, consents } = await stored()
    expect(consents).toEqual(before.consents)
    expect(subscribers[0]?.unsubscribed_at).toBe(before.subscribers[0]?.unsubscribed_at)
  })

  test('deletes a message after 24 months and not a day earlier', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ name: 'Ada', email: ada, message: 'Hello' })
    // 2026-03-01 to 2028-03-01, over a leap day.
    app.passDays(731)
    await runDailyCleanup(app)
    expect(await countOf(app, 'messages')).toBe(1)
    app.passDays(1)
    await runDailyCleanup(app)
    expect(await countOf(app, 'messages')).toBe(0)
    // The mailbox has a copy.
    await runDailyCleanup(app)
    const tasks = (await app.mailsTo('owner@company.example')).filter(
      ({ kind }) => kind === 'mailbox-task',
    )
    expect(tasks.map(({ text }) => text)).toEqual([
      expect.stringMatching(/kept for 24 months[\s\S]*Received on 1 March 2026 at 12:00:30 UTC/),
    ])
  })

  test('keeps a request for a data link while its mail is queued and while the link works', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ name: 'Ada', email: ada, message: 'Hello' })
    await app.askForData(ada)
    app.passDays(3)
    await runDailyCleanup(app)
    expect(await countOf(app, 'data_links')).toBe(1)
    const due_at = app.settings.clock().toISOString()
    await app.db.updateTable('outbox').set({ status: 'sent', due_at }).execute()
    app.passDays(59 / 1440)
    await runDailyCleanup(app)
    expect(await countOf(app, 'data_links')).toBe(1)
    app.passDays(1)
    await runDailyCleanup(app)
    expect(await countOf(app, 'data_links')).toBe(0)
  })

  test('deletes mail 30 days after it was sent or failed, and mail still queued by then', async () => {
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
    await runDailyCleanup(app)
    expect(await statuses()).toEqual(['failed', 'failed', 'sent', 'sent'])
    app.passDays(-1.1)
    await app.submit({ name: 'Ada', email: 'later@example.com', message: 'Hello' })
    app.passDays(3.1)
    await runDailyCleanup(app)
    expect(await statuses()).toEqual(['queued', 'queued'])
  })

  test('skips letter mail that could not be sent for 30 days, and its counts still add up', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada })
    await app.post(await app.linkTo(ada, 'confirm'))
    const now = app.settings.clock()
    await sendAt(app.db, after(now, { days: 60 }))
    await deleteExpired(app.db, after(now, { days: 89 }))
    expect(await readLetterStatus(app.db, 'launch')).toMatchObject({ audience: 1, queued: 1 })
    await deleteExpired(app.db, after(now, { days: 91 }))
    expect(await readLetterStatus(app.db, 'launch')).toMatchObject({ queued: 0, skipped: 1 })
    expect(await app.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('deletes suppressed addresses after 24 months, unless the person asked for no more email', async () => {
    const app = await openTestApp(dialect)
    const now = app.settings.clock()
    for (const cause of ['bounce', 'owner', 'person'] as const) {
      await suppress(app.db, [ada], { cause, reason: 'a test' }, now)
    }
    const causes = () => app.db.selectFrom('suppressions').select('cause').execute()
    await deleteExpired(app.db, after(now, { months: 24 }))
    expect(await causes()).toHaveLength(3)
    await deleteExpired(app.db, after(now, { months: 24, days: 1 }))
    expect(await causes()).toEqual([{ cause: 'person' }])
  })

  test('deletes a "This wasn\'t me" report after 60 days', async () => {
    const app = await openTestApp(dialect)
    const now = app.settings.clock()
    await suppress(app.db, [ada], { cause: 'not-me', reason: 'a test' }, now)
    await suppress(app.db, [ada], { cause: 'owner', reason: 'a test' }, now)
    const causes = () => app.db.selectFrom('suppressions').select('cause').execute()
    await deleteExpired(app.db, after(now, { days: 60 }))
    expect(await causes()).toHaveLength(2)
    await deleteExpired(app.db, after(now, { days: 61 }))
    expect(await causes()).toEqual([{ cause: 'owner' }])
  })

  test('deletes visit and funnel counts after 24 months', async () => {
    const app = await openTestApp(dialect)
    const now = app.settings.clock()
    const day = now.toISOString().slice(0, 10)
    await storeCounts(app.db, [{ day, source: 'direct', visits: 3, signups: 1 }])
    await app.db
      .insertInto('funnel')
      .values({ day, domain: 'other', step: 'asked', count: 1 })
      .execute()
    const before = await countOf(app, 'visits')
    expect(before).toBeGreaterThan(0)
    await deleteExpired(app.db, after(after(now, { months: 24 }), { days: -1 }))
    expect(await countOf(app, 'visits')).toBe(before)
    expect(await countOf(app, 'funnel')).toBe(1)
    await deleteExpired(app.db, after(now, { months: 24, days: 1 }))
    expect(await countOf(app, 'visits')).toBe(0)
    expect(await countOf(app, 'funnel')).toBe(0)
  })

  test('deletes quarantine and erasure hashes after 30 days, links and mail counts within days', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'robot@example.com', website: 'x' })
    await app.submit({ email: ada })
    await app.askForData(ada)
    await app.post(`${await app.linkTo(ada, 'my-data')}/erase`)
    await app.submit({ email: ada })
    await app.askForData(ada)
    await app.db.updateTable('outbox').set({ status: 'sent' }).execute()
    app.passDays(29)
    await runDailyCleanup(app)
    expect([await countOf(app, 'quarantine'), await countOf(app, 'erasures')]).toEqual([1, 1])
    for (const table of ['data_links', 'mail_allowances'] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    app.passDays(2)
    await runDailyCleanup(app)
    expect([await countOf(app, 'quarantine'), await countOf(app, 'erasures')]).toEqual([0, 0])
  })
})

const start = new Date('2026-03-01T12:00:30.000Z')
const dayMs = 24 * 3_600_000
const later = (ms: number) => new Date(start.getTime() + ms)

describe.each(dialects)('short retention periods on %s', (dialect) => {
  test('deletes a processed form after a day, an unprocessed one after 30 days', async () => {
    const { db } = await openTestDatabase(dialect)
    await storeSubmissions(db, [
      { id: 'processed', processed_at: start.toISOString() },
      { id: 'stuck', email_key: 'ada@example.com', payload: '{"email":"ada@example.com"}' },
    ])
    const left = async () => {
      const rows = await db.selectFrom('submissions').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    }
    await deleteShortLived(db, later(dayMs))
    expect(await left()).toEqual(['processed', 'stuck'])
    await deleteShortLived(db, later(dayMs + 1))
    expect(await left()).toEqual(['stuck'])
    await deleteShortLived(db, later(30 * dayMs))
    expect(await left()).toEqual(['stuck'])
    await deleteShortLived(db, later(30 * dayMs + 1))
    expect(await left()).toEqual([])
  })

  test('deletes data link requests and mail counts after a day, not up to a day later', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'ada@example.com' })
    app.passDays(0.5)
    await app.askForData('ada@example.com')
    await app.db.updateTable('outbox').set({ status: 'sent' }).execute()
    const left = async () => [
      await countOf(app, 'data_links'),
      await countOf(app, 'mail_allowances'),
    ]
    await deleteShortLived(app.db, later(dayMs))
    expect(await left()).toEqual([1, 2])
    await deleteShortLived(app.db, later(dayMs + 1))
    expect(await left()).toEqual([1, 1])
    await deleteShortLived(app.db, later(1.5 * dayMs + 1))
    expect(await left()).toEqual([0, 0])
  })

  test('keeps a data link sent days after its request until the link has expired', async () => {
    const app = await openTestApp(dialect, { clock: () => start })
    await app.submit({ email: 'ada@example.com' })
    await app.askForData('ada@example.com')
    const sentAt = later(3 * dayMs)
    const sent = { status: 'sent' as const, due_at: sentAt.toISOString() }
    await app.db.updateTable('outbox').set(sent).execute()
    const afterMs = (ms: number) => new Date(sentAt.getTime() + ms)
    for (const cleanUp of [deleteShortLived, deleteExpired]) {
      await cleanUp(app.db, afterMs(periods.dataLinkMinutes * 60_000))
      expect(await countOf(app, 'data_links')).toBe(1)
    }
    await deleteShortLived(app.db, afterMs(dayMs + 1))
    expect(await countOf(app, 'data_links')).toBe(0)
  })
})
