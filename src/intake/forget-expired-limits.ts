import type { Kysely } from 'kysely'
import { deleteInSlices } from '#database/delete-in-slices.ts'
import type { Schema } from '#database/schema.ts'
import { lifetimes } from '#lifetimes.ts'

/** Forgets what guards the door as soon as it has done its work. */
export async function forgetExpiredLimits(db: Kysely<Schema>, now: Date): Promise<void> {
  const before = Math.floor(now.getTime() / 60_000)
  await deleteInSlices(db, { table: 'rate_limits', key: ['client_hash'], column: 'minute', before })
  const oldest = new Date(now.getTime() - lifetimes.idempotencyHours * 3_600_000).toISOString()
  await deleteInSlices(db, {
    table: 'idempotency_keys',
    key: ['key_hash'],
    column: 'created_at',
    before: oldest,
  })
}
