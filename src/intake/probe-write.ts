import type { Db } from '#database/schema.ts'
import { maxBodyBytes } from '#http/read-fields.ts'

const largestBody = 'x'.repeat(maxBodyBytes)
/** By turns, so that each is new. */
const keys = ['health-one', 'health-two']
let trials = 0

/** Keeps as much as the largest submission would, and forgets the trial before: only that needs room. */
export async function probeWrite(db: Db, now: Date) {
  const key = keys[trials % 2]!
  trials += 1
  const trial = { body_hash: largestBody, created_at: now.toISOString() }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('idempotency_keys')
      .values({ key_hash: key, ...trial })
      // Another server may be at it.
      .onConflict((conflict) => conflict.column('key_hash').doUpdateSet(trial))
      .execute()
    await trx
      .deleteFrom('idempotency_keys')
      .where('key_hash', 'in', keys)
      .where('key_hash', '<>', key)
      .execute()
  })
}
