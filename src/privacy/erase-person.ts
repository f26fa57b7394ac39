import { sql } from 'kysely'
import type { Trx } from '#database/schema.ts'
import { keyedHash } from '#keyed-hash.ts'
import { personalData } from '#personal-data.ts'
import { onErasure } from '#processing.ts'
import { queueMailboxTask } from './mailbox-task.ts'
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
    .values({ email_hash: erasureHash(secret, emailKey), ...erasedAt })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet(erasedAt))
    .execute()
}

export function erasureHash(secret: string, emailKey: string): string {
  return keyedHash(secret, 'erasure', emailKey)
}
