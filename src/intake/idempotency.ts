import type { Schema, Trx } from '#database/schema.ts'

export type IdempotencyKey = Omit<Schema['idempotency_keys'], 'created_at'>

/**
 * In the submissions' own transaction, so that a key is remembered exactly when its row is.
 * @param keys each once
 */
export async function claimIdempotencyKeys(
  trx: Trx,
  keys: IdempotencyKey[],
  now: Date,
): Promise<Map<string, 'kept' | 'repeated' | 'key-reused'>> {
  if (keys.length === 0) return new Map()
  const rows = keys
    .toSorted((a, b) => (a.key_hash < b.key_hash ? -1 : 1))
    .map((key) => ({ ...key, created_at: now.toISOString() }))
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values(rows)
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .returning('key_hash')
    .execute()
  const fresh = new Set(claimed.map(({ key_hash }) => key_hash))
  const known = keys.map(({ key_hash }) => key_hash).filter((hash) => !fresh.has(hash))
  const earlier = await earlierBodies(trx, known)
  return new Map(
    keys.map(({ key_hash, body_hash }) => {
      if (fresh.has(key_hash)) return [key_hash, 'kept']
      return [key_hash, earlier.get(key_hash) === body_hash ? 'repeated' : 'key-reused']
    }),
  )
}

/** The bodies that came under these keys before. */
export async function earlierBodies(trx: Trx, keyHashes: string[]) {
  if (keyHashes.length === 0) return new Map<string, string>()
  const rows = await trx
    .selectFrom('idempotency_keys')
    .select(['key_hash', 'body_hash'])
    .where('key_hash', 'in', keyHashes)
    .execute()
  return new Map(rows.map(({ key_hash, body_hash }) => [key_hash, body_hash]))
}
