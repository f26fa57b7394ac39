import { describe, expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { lifetimes } from '#lifetimes.ts'
import { countOf, storeSubmissions } from '../../test/support/ada.ts'
import { deleteExpired, deleteShortLived } from './delete-expired.ts'

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
      await cleanUp(app.db, afterMs(lifetimes.dataLinkMinutes * 60_000))
      expect(await countOf(app, 'data_links')).toBe(1)
    }
    await deleteShortLived(app.db, afterMs(dayMs + 1))
    expect(await countOf(app, 'data_links')).toBe(0)
  })
})
