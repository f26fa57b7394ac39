import type { Kysely, Transaction } from 'kysely'
import type { ErasureTable, Schema } from '#database/schema.ts'
import { secretsOf, type Keys } from '#signed-token.ts'
import { erasePerson, erasureHash } from './erase-person.ts'

/**
 * After a backup was restored: erases what had been erased since it was made. `erasures` are those
 * known before the restore. Whoever came back after an erasure is left alone.
 * @returns how many addresses were erased again
 */
export async function eraseAgain(
  trx: Transaction<Schema>,
  erasures: ErasureTable[],
  keys: Keys,
): Promise<number> {
  const erasedAt = new Map(erasures.map((row) => [row.email_hash, row.erased_at]))
  if (erasedAt.size === 0) return 0
  let erased = 0
  for (const { email_key, since } of await addressesHeld(trx)) {
    const hashes = secretsOf(keys).map((secret) => erasureHash(secret, email_key))
    const at = hashes.map((hash) => erasedAt.get(hash)).find((time) => time !== undefined)
    if (at === undefined || at < since) continue
    await erasePerson(trx, email_key, keys.secret, new Date(at))
    erased += 1
  }
  return erased
}

/** Each address once, with the oldest trace of it. */
async function addressesHeld(db: Kysely<Schema>) {
  const traces = [
    await db.selectFrom('subscribers').select(['email_key', 'asked_at as since']).execute(),
    await db.selectFrom('messages').select(['email_key', 'received_at as since']).execute(),
    await db.selectFrom('quarantine').select(['email_key', 'received_at as since']).execute(),
    await db.selectFrom('suppressions').select(['email_key', 'created_at as since']).execute(),
    await db.selectFrom('objections').select(['email_key', 'objected_at as since']).execute(),
  ].flat()
  const oldest = new Map<string, string>()
  for (const { email_key, since } of traces) {
    const known = oldest.get(email_key)
    if (known === undefined || since < known) oldest.set(email_key, since)
  }
  return Array.from(oldest, ([email_key, since]) => ({ email_key, since }))
}
