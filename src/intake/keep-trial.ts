import { randomUUID } from 'node:crypto'
import type { Db } from '#database/schema.ts'
import { maxBodyBytes } from '#http/read-fields.ts'

const largestBody = 'x'.repeat(maxBodyBytes)

/** Keeps as much as the largest submission would, and forgets the trial before: only that needs room. */
export async function keepTrial(db: Db, now: Date) {
  const key = `health-${randomUUID()}`
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('idempotency_keys')
      .values({ key_hash: key, body_hash: largestBody, created_at: now.toISOString() })
      .execute()
    await trx
      .deleteFrom('idempotency_keys')
      .where('key_hash', 'like', 'health-%')
      .where('key_hash', '<>', key)
      .execute()
  })
}
