import { sql } from 'kysely'
import type { Schema, Trx } from '#database/schema.ts'
import { personalData } from '#personal-data.ts'
import { secretsOf, type Keys } from '#signed-token.ts'
import { erasePerson, erasureHash } from './erase-person.ts'

/**
 * After a backup was restored: erases what had been erased since it was made. `erasures` are those
 * known before the restore. Whoever came back after an erasure is left alone.
 * @returns how many addresses were erased again
 */
export async function eraseAgain(
  trx: Trx,
  erasures: Schema['erasures'][],
  keys: Keys,
): Promise<number> {
  const erasedAt = new Map(erasures.map((row) => [row.email_hash, row.erased_at]))
  if (erasedAt.size === 0) return 0
  let erased = 0
  for (const { email_key: emailKey, since } of await addressesHeld(trx)) {
    const hashes = secretsOf(keys).map((secret) => erasureHash(secret, emailKey))
    const at = hashes.map((hash) => erasedAt.get(hash)).find((time) => time !== undefined)
    if (at === undefined || at < since) continue
    await erasePerson(trx, emailKey, keys.secret, new Date(at))
    erased += 1
  }
  return erased
}

/** Each address once, with the oldest trace of it. */
async function addressesHeld(trx: Trx) {
  const traces = Object.entries(personalData)
    .filter(([, { person }]) => person === 'email_key')
    .map(([table, { since }]) => {
      return sql`select email_key, ${sql.ref(since)} as since from ${sql.table(table)}`
    })
  const { rows } = await sql<{ email_key: string; since: string }>`
    select email_key, min(since) as since from (${sql.join(traces, sql` union all `)}) as traces
    group by email_key`.execute(trx)
  return rows
}
