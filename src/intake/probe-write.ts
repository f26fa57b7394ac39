import { randomUUID } from 'node:crypto'
import type { Db } from '#database/schema.ts'
import { maxBodyBytes } from '#http/read-fields.ts'

const largestBody = 'x'.repeat(maxBodyBytes)
let lastKey = ''

/** Keeps as much as the largest submission would, and forgets the trial before: only that needs room. */
export async function probeWrite(db: Db, now: Date) {
  // Each is new, and of no other server.
  const key = `health ${randomUUID()}`
  const trial = { key_hash: key, body_hash: largestBody, created_at: now.toISOString() }
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('idempotency_keys').values(trial).execute()
    await trx.deleteFrom('idempotency_keys').where('key_hash', '=', lastKey).execute()
  })
  lastKey = key
}
