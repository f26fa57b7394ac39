import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { inboxOf } from '#email-address.ts'
import { keyedHash } from '#keyed-hash.ts'

/**
 * Leaves nothing of the address in any table but a keyed hash. Consents go with their subscriber; mail
 * that is about none of these any more is about nobody, and is not sent.
 */
export async function erasePerson(
  trx: Transaction<Schema>,
  emailKey: string,
  secret: string,
  now: Date,
): Promise<void> {
  for (const table of [
    'subscribers',
    'messages',
    'quarantine',
    'data_links',
    'objections',
    // After those by which a refused address is still known: see settle-mail.ts.
    'suppressions',
  ] as const) {
    await trx.deleteFrom(table).where('email_key', '=', emailKey).execute()
  }
  await trx.deleteFrom('mail_allowances').where('email_key', '=', inboxOf(emailKey)).execute()
  await rememberErasure(trx, erasureHash(secret, emailKey), now)
}

export function erasureHash(secret: string, emailKey: string): string {
  return keyedHash(secret, 'erasure', emailKey)
}

async function rememberErasure(trx: Transaction<Schema>, emailHash: string, now: Date) {
  const erasedAt = { erased_at: now.toISOString() }
  await trx
    .insertInto('erasures')
    .values({ email_hash: emailHash, ...erasedAt })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet(erasedAt))
    .execute()
}
