import { sql } from 'kysely'
import type { Schema, Trx } from '#database/schema.ts'
import { keyedHash } from '#keyed-hash.ts'
import { personalData } from '#personal-data.ts'
import { onErasure } from '#processing.ts'
import { secretsOf, type Keys } from '#signed-token.ts'
import { queueMailboxTask } from './mailbox-task.tsx'
import { rowsOf } from './rows-of.ts'

/** Deletes everything about the address and keeps only a keyed hash of it. Mail about deleted rows is not sent. */
export async function erasePerson(trx: Trx, emailKey: string, secret: string, now: Date) {
  await queueMailboxTask(trx, emailKey, now)
  // Mail servers repeat addresses in their errors.
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
 * Repeats erasures after a backup was restored. Rows that are younger than their erasure stay: the person came back.
 * @param erasures as they were before the restore
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

/** Each address in the database, with the time of its oldest row. */
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
