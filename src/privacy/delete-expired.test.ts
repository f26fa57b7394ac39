import { describe, expect, test } from 'vitest'
import { ada, after, countOf, runDailyCleanup } from '../../test/support/ada.ts'
import { dialects } from '../../test/support/databases.ts'
import { letter } from '../../test/support/letters.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { storeCounts } from '#figures/visit-counts.ts'
import { readLetterStatus, startLetter } from '#newsletter/letter-sending.ts'
import { suppress } from '#mail/suppressions.ts'
import { deleteExpired } from './delete-expired.ts'

describe.each(dialects)('retention on %s', (dialect) => {
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
    await startLetter(app.db, letter, { dueAt: after(now, { days: 60 }), now })
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

  test('deletes a "This wasn\'t me" report after 30 days', async () => {
    const app = await openTestApp(dialect)
    const now = app.settings.clock()
    await suppress(app.db, [ada], { cause: 'not-me', reason: 'a test' }, now)
    await suppress(app.db, [ada], { cause: 'owner', reason: 'a test' }, now)
    const causes = () => app.db.selectFrom('suppressions').select('cause').execute()
    await deleteExpired(app.db, after(now, { days: 30 }))
    expect(await causes()).toHaveLength(2)
    await deleteExpired(app.db, after(now, { days: 31 }))
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
