import { describe, expect, test } from 'vitest'
import { ada, after, countOf } from '../../test/support/ada.ts'
import { dialects } from '../../test/support/databases.ts'
import { letter, sendAt } from '../../test/support/letters.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { site } from '#content/content.ts'
import { suppress } from '#mail/suppressions.ts'
import { periods } from '#personal-data.ts'
import { deleteExpired } from '#privacy/delete-expired.ts'

describe.each(dialects)('subscriptions on %s', (dialect) => {
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

  test('ends the subscription of an address that refused mail when its suppression expires', async () => {
    const app = await openTestApp(dialect)
    const bob = 'bob@example.com'
    for (const email of [ada, bob]) {
      await app.submit({ email })
      await app.post(await app.linkTo(email, 'confirm'))
    }
    const now = app.settings.clock()
    await suppress(app.db, [ada], { cause: 'bounce', reason: 'a test' }, now)
    const expires = after(now, { months: periods.suppressionMonths })
    // Letters to others keep their subscriptions.
    await sendAt(app.db, after(now, { months: 20 }))
    await app.db.updateTable('outbox').set({ status: 'sent' }).execute()
    await deleteExpired(app.db, expires)
    expect(await app.statusOf(ada)).toBe('confirmed')
    await deleteExpired(app.db, after(expires, { days: 1 }))
    expect(await app.statusOf(ada)).toBe('unsubscribed')
    expect(await app.statusOf(bob)).toBe('confirmed')
  })
})
