import { sql, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { seedSubscribers } from '../../test/support/subscribers.ts'
import { deleteInSlices } from './delete-in-slices.ts'

for (const dialect of dialects) {
  test(`a great many rows of one moment go a few at a time (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3500, 'pending')
    const at = '2026-03-01T00:00:00.000Z'
    await db.updateTable('subscribers').set({ asked_at: at }).execute()
    const one = { email: 'b', email_key: 'b', status: 'confirmed' as const, asked_at: at }
    await db
      .insertInto('subscribers')
      .values({ id: 'b', ...one })
      .execute()
    const deleted: number[] = []
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.numAffectedRows !== undefined) deleted.push(Number(result.numAffectedRows))
        return result
      },
    }
    const isDue = sql`status = 'pending' and asked_at < '2026-03-02'`
    await deleteInSlices(db.withPlugin(counting), 'subscribers', 'id', isDue)
    expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(3500)
    expect(Math.max(...deleted)).toBe(1000)
    expect(await db.selectFrom('subscribers').select('status').execute()).toEqual([
      { status: 'confirmed' },
    ])
  })
}
