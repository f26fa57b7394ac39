import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'

export interface IdempotencyKey {
  keyHash: string
  bodyHash: string
}

/** In the submission's own transaction, so that a key is remembered exactly when its row is. */
export async function claimIdempotencyKey(
  trx: Transaction<Schema>,
  { keyHash, bodyHash }: IdempotencyKey,
  now: Date,
): Promise<'new' | 'seen' | 'other-body'> {
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ key_hash: keyHash, body_hash: bodyHash, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .returning('key_hash')
    .executeTakeFirst()
  if (claimed) return 'new'
  const earlier = await trx
    .selectFrom('idempotency_keys')
    .select('body_hash')
    .where('key_hash', '=', keyHash)
    .executeTakeFirstOrThrow()
  return earlier.body_hash === bodyHash ? 'seen' : 'other-body'
}
