import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { retention } from '#privacy/retention.ts'

/** Forgets what guards the door as soon as it has done its work. */
export async function forgetExpiredGuards(db: Kysely<Schema>, now: Date): Promise<void> {
  const minute = Math.floor(now.getTime() / 60_000)
  await db
    .deleteFrom('rate_limits')
    .where('minute', '<=', minute - retention.rateLimitMinutes)
    .execute()
  const oldest = new Date(now.getTime() - retention.idempotencyHours * 3_600_000)
  await db.deleteFrom('idempotency_keys').where('created_at', '<', oldest.toISOString()).execute()
}
