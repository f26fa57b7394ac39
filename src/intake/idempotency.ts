import type { Trx } from '#database/schema.ts'

export interface IdempotencyKey {
  keyHash: string
  bodyHash: string
}

/**
 * In the submissions' own transaction, so that a key is remembered exactly when its row is.
 * @param keys each once
 */
export async function claimIdempotencyKeys(
  trx: Trx,
  keys: IdempotencyKey[],
  now: Date,
): Promise<Map<string, 'new' | 'seen' | 'other-body'>> {
  if (keys.length === 0) return new Map()
  const rows = keys
    .toSorted((a, b) => (a.keyHash < b.keyHash ? -1 : 1))
    .map(({ keyHash, bodyHash }) => ({
      key_hash: keyHash,
      body_hash: bodyHash,
      created_at: now.toISOString(),
    }))
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values(rows)
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .returning('key_hash')
    .execute()
  const fresh = new Set(claimed.map(({ key_hash }) => key_hash))
  const known = keys.map(({ keyHash }) => keyHash).filter((hash) => !fresh.has(hash))
  const earlier = await earlierBodies(trx, known)
  return new Map(
    keys.map(({ keyHash, bodyHash }) => {
      if (fresh.has(keyHash)) return [keyHash, 'new']
      return [keyHash, earlier.get(keyHash) === bodyHash ? 'seen' : 'other-body']
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
