import { sql } from 'kysely'
import { yieldToWriters } from '#database/connect.ts'
import { deleteInBatches } from '#database/delete-in-batches.ts'
import type { Db, Schema, Trx } from '#database/schema.ts'
import { personalData } from '#personal-data.ts'
import { keyedHash, secretsOf, type Keys } from '#secret.ts'
import { queueErasureTask } from './mailbox-task.tsx'
import { rowsOfAddress } from './rows-of-address.ts'

/**
 * Deletes everything about the address and keeps only a keyed hash of it. Mail about deleted rows is not sent.
 * Thousands of messages are deleted in batches, so that forms can be stored in between. The hash is kept first, and
 * the link to the data page deleted last: after a crash the person, or the owner, can erase the rest.
 */
export async function erasePerson(db: Db, emailKey: string, secret: string, now: Date) {
  await db.transaction().execute(async (trx) => {
    await queueErasureTask(trx, emailKey, now)
    await keepHash(trx, keyedHash(secret, 'erasure', emailKey), now)
  })
  while ((await eraseMessages(db, emailKey)) === maxBatchSize) await yieldToWriters()
  await deleteInBatches(db, 'quarantine', 'id', rowsOfAddress('email_key', emailKey))
  await db.transaction().execute((trx) => eraseAtOnce(trx, emailKey, secret, now))
}

const maxBatchSize = 1000

/** @returns how many */
async function eraseMessages(db: Db, emailKey: string): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const messages = await trx
      .selectFrom('messages')
      .select('id')
      .where('email_key', '=', emailKey)
      .limit(maxBatchSize)
      .execute()
    if (messages.length === 0) return 0
    const ids = messages.map(({ id }) => id)
    await trx.updateTable('outbox').set({ last_error: null }).where('about_id', 'in', ids).execute()
    await trx.deleteFrom('messages').where('id', 'in', ids).execute()
    return ids.length
  })
}

/** Deletes the signup and keeps a keyed hash, so that no restored backup brings it back. Other data stays. */
export async function removeSignup(db: Db, emailKey: string, secret: string, now: Date) {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('subscribers').where('email_key', '=', emailKey).execute()
    await keepHash(trx, keyedHash(secret, 'removed-signup', emailKey), now)
  })
}

/** In one transaction, for somebody with few messages. */
export async function eraseAtOnce(trx: Trx, emailKey: string, secret: string, now: Date) {
  await queueErasureTask(trx, emailKey, now)
  // Mail servers repeat addresses in their errors.
  await sql`update outbox set last_error = null where ${rowsOfAddress('mail', emailKey)}`.execute(
    trx,
  )
  for (const [table, { foundBy, onErasure }] of Object.entries(personalData)) {
    if (onErasure !== 'deleted') continue
    await sql`delete from ${sql.table(table)} where ${rowsOfAddress(foundBy, emailKey)}`.execute(
      trx,
    )
  }
  await keepHash(trx, keyedHash(secret, 'erasure', emailKey), now)
}

async function keepHash(trx: Trx, hash: string, now: Date) {
  const erasedAt = { erased_at: now.toISOString() }
  await trx
    .insertInto('erasures')
    .values({ email_hash: hash, ...erasedAt })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet(erasedAt))
    .execute()
}

/**
 * Repeats erasures and removed signups after a backup was restored. Rows that are younger than their erasure stay: the person came back.
 * @param erasures as they were before the restore
 * @returns how many addresses were erased again
 */
export async function eraseAgain(trx: Trx, erasures: Schema['erasures'][], keys: Keys) {
  const erasedAt = new Map(erasures.map((row) => [row.email_hash, row.erased_at]))
  if (erasedAt.size === 0) return 0
  let erased = 0
  for (const { email_key: emailKey, since } of await addressesHeld(trx)) {
    const timeOf = (purpose: string) =>
      secretsOf(keys)
        .map((secret) => erasedAt.get(keyedHash(secret, purpose, emailKey)))
        .find((time) => time !== undefined)
    const at = timeOf('erasure')
    const removedAt = timeOf('removed-signup')
    if (at !== undefined && at >= since) {
      await eraseAtOnce(trx, emailKey, keys.secret, new Date(at))
      erased += 1
    } else if (removedAt !== undefined) {
      const signup = trx.deleteFrom('subscribers').where('email_key', '=', emailKey)
      const { numDeletedRows } = await signup
        .where('asked_at', '<=', removedAt)
        .executeTakeFirstOrThrow()
      erased += Number(numDeletedRows)
    }
  }
  return erased
}

/** Each address in the database, with the time of its oldest row. */
async function addressesHeld(trx: Trx) {
  const traces = Object.entries(personalData)
    .filter(([, { columns }]) => columns.includes('email_key'))
    .map(([table, { since }]) => {
      return sql`select email_key, ${sql.ref(since)} as since from ${sql.table(table)}
        where email_key is not null`
    })
  const { rows } = await sql<{ email_key: string; since: string }>`
    select email_key, min(since) as since from (${sql.join(traces, sql` union all `)}) as traces
    group by email_key`.execute(trx)
  return rows
}
