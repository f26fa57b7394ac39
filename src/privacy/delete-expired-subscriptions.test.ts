import { describe, expect, test } from 'vitest'
import { ada, after, countOf, runDailyCleanup } from '../../test/support/ada.ts'
import { dialects } from '../../test/support/databases.ts'
import { letter, sendAt } from '../../test/support/letters.ts'
import { seedSubscribers } from '../../test/support/subscribers.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { site } from '#content/content.ts'
import { deleteExpired } from './delete-expired.ts'

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

  test('ends a subscription after 24 months without a letter, and deletes its proof after 5 years', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada })
    await app.post(await app.linkTo(ada, 'confirm'))
    const confirmed = app.settings.clock()
    const ends = after(confirmed, { months: site.legal.subscriptionMonths })
    await seedSubscribers(app.db, 150, 'confirmed', confirmed)
    // A letter that was never sent does not count.
    await sendAt(app.db, after(confirmed, { days: 100 }))
    await deleteExpired(app.db, ends)
    expect(await app.statusOf(ada)).toBe('confirmed')
    await deleteExpired(app.db, after(ends, { days: 1 }))
    const statuses = app.db.selectFrom('subscribers').select('status').distinct()
    expect(await statuses.execute()).toEqual([{ status: 'unsubscribed' }])
    const [consent] = await app.db.selectFrom('consents').selectAll().execute()
    expect(consent).toMatchObject({ withdrawn_at: after(ends, { days: 1 }).toISOString() })
    const gone = after(ends, { days: 1, years: 5 })
    await deleteExpired(app.db, gone)
    expect(await countOf(app, 'consents')).toBe(1)
    await deleteExpired(app.db, after(gone, { days: 1 }))
    expect(await app.statusOf(ada)).toBeUndefined()
    expect(await countOf(app, 'consents')).toBe(0)
  })

  test('does not end a subscription within 24 months of the last letter', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada })
    await app.post(await app.linkTo(ada, 'confirm'))
    app.passDays(300)
    const now = app.settings.clock()
    await sendAt(app.db, now)
    await app.db
      .updateTable('outbox')
      .set({ status: 'sent' })
      .where('letter', '=', letter.name)
      .execute()
    const ends = after(now, { months: site.legal.subscriptionMonths })
    await deleteExpired(app.db, ends)
    expect(await app.statusOf(ada)).toBe('confirmed')
    await deleteExpired(app.db, after(ends, { days: 1 }))
    expect(await app.statusOf(ada)).toBe('unsubscribed')
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
})
