import { sql } from 'kysely'
import type { Schema, Trx } from '#database/schema.ts'
import { keyedHash } from '#keyed-hash.ts'
import { personalData } from '#personal-data.ts'
import { onErasure } from '#processing.ts'
import { secretsOf, type Keys } from '#signed-token.ts'
import { queueMailboxTask } from './mailbox-task.tsx'
import { rowsOf } from './rows-of.ts'

/**
 * Leaves nothing of the address in any table but a keyed hash. Mail that is about none of these rows
 * any more is about nobody, and is not sent.
 */
export async function erasePerson(trx: Trx, emailKey: string, secret: string, now: Date) {
  await queueMailboxTask(trx, 'erase', emailKey, now)
  // Servers like to repeat whom a mail was for, or who wrote it.
  await sql`update outbox set last_error = null where ${rowsOf('mail', emailKey)}`.execute(trx)
  for (const [table, { person }] of Object.entries(personalData)) {
    if (!onErasure[person].isDeleted) continue
    await sql`delete from ${sql.table(table)} where ${rowsOf(person, emailKey)}`.execute(trx)
  }
  const erasedAt = { erased_at: now.toISOString() }
  await trx
    .insertInto('erasures')
    .values({ email_hash: keyedHash(secret, 'erasure', emailKey), ...erasedAt })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet(erasedAt))
    .execute()
}

/**
 * After a backup was restored: erases what had been erased since it was made. `erasures` are those
 * known before the restore. Whoever came back after an erasure is left alone.
 * @returns how many addresses were erased again
 */
export async function eraseAgain(trx: Trx, erasures: Schema['erasures'][], keys: Keys) {
  const erasedAt = new Map(erasures.map((row) => [row.email_hash, row.erased_at]))
  if (erasedAt.size === 0) return 0
  let erased = 0
  for (const { email_key: emailKey, since } of await addressesHeld(trx)) {
    const hashes = secretsOf(keys).map((secret) => keyedHash(secret, 'erasure', emailKey))
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
      return sql`select email_key, ${sql.ref(since)} as since from ${sql.table(table)}
        where email_key is not null`
    })
  const { rows } = await sql<{ email_key: string; since: string }>`
    select email_key, min(since) as since from (${sql.join(traces, sql` union all `)}) as traces
    group by email_key`.execute(trx)
  return rows
}
