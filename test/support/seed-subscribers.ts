import type { Db } from '#database/schema.ts'

/** Inserts subscribers person0@example.com and so on, a second apart. */
export async function seedSubscribers(
  db: Db,
  count: number,
  status: 'confirmed' | 'pending' = 'confirmed',
  first = new Date('2026-03-01T00:00:00.000Z'),
): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => {
    const at = new Date(first.getTime() + number * 1000).toISOString()
    const email = `person${number}@example.com`
    const person = { id: crypto.randomUUID(), email, email_key: email, status, asked_at: at }
    return { ...person, confirmed_at: status === 'pending' ? null : at }
  })
  while (rows.length > 0) {
    await db.insertInto('subscribers').values(rows.splice(0, 1000)).execute()
  }
}
