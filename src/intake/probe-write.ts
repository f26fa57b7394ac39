import { hostname } from 'node:os'
import type { Db } from '#database/schema.ts'
import { maxBodyBytes } from '#http/read-fields.ts'

const largestBody = 'x'.repeat(maxBodyBytes)
/** By turns, so that each is new, and those of no other machine. */
let keys: [string, string] = [`health 1 ${hostname()}`, `health 2 ${hostname()}`]

/** Keeps as much as the largest submission would, and forgets the trial before: only that needs room. */
export async function probeWrite(db: Db, now: Date) {
  const [last, key] = (keys = [keys[1], keys[0]])
  const trial = { body_hash: largestBody, created_at: now.toISOString() }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('idempotency_keys')
      .values({ key_hash: key, ...trial })
      // The process before may have left it.
      .onConflict((conflict) => conflict.column('key_hash').doUpdateSet(trial))
      .execute()
    await trx.deleteFrom('idempotency_keys').where('key_hash', '=', last).execute()
  })
}
