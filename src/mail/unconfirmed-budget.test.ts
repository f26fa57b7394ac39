import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/databases.ts'
import { readBudget } from './unconfirmed-budget.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')

test('in the hour after a flood one unconfirmed mail may be sent every 15 seconds, not 5 once a minute', async () => {
  const { db } = await openTestDatabase('sqlite')
  const about = { kind: 'confirm-signup', about_id: 'x', attempts: 1, status: 'sent' } as const
  const send = async (seconds: number, count: number) => {
    const at = new Date(start + seconds * 1000).toISOString()
    const row = () => ({ ...about, id: crypto.randomUUID(), due_at: at, created_at: at })
    await db
      .insertInto('outbox')
      .values(Array.from({ length: count }, row))
      .execute()
  }
  const leftAt = async (seconds: number) =>
    (await readBudget(db, 1000, new Date(start + seconds * 1000))).left

  expect(await leftAt(0)).toBe(750)
  await send(0, 750)
  expect([await leftAt(1), await leftAt(15)]).toEqual([0, 1])
  await send(15, 1)
  expect([await leftAt(29), await leftAt(30)]).toEqual([0, 1])
})
