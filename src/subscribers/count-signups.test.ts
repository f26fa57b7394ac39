import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { countSignups } from './count-signups.ts'

const at = '2026-03-01T00:00:00.000Z'

for (const dialect of dialects) {
  test(`the conversion rate counts everyone who ever confirmed (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const statuses = ['pending', 'confirmed', 'unsubscribed'] as const
    const rows = statuses.flatMap((status) =>
      [at, null].map((confirmed_at) => {
        const email = `${status}-${confirmed_at}`
        return { id: email, email, email_key: email, status, asked_at: at, confirmed_at }
      }),
    )
    await db
      .insertInto('subscribers')
      .values(rows.filter(({ email }) => email !== 'confirmed-null'))
      .execute()
    expect(await countSignups(db, new Date(at))).toMatchObject({
      subscribers: { pending: 2, confirmed: 1, unsubscribed: 2, total: 5 },
      conversion: 3 / 5,
    })
  })
}
