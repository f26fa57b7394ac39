import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { MailKind } from './queue-mail.ts'

/** Whoever objected gets no mail, until they say otherwise on their my-data page. */
export async function hasObjected(db: Kysely<Schema>, emailKey: string): Promise<boolean> {
  const objection = await db
    .selectFrom('objections')
    .select('email_key')
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  return objection !== undefined
}

export async function keepObjection(
  trx: Transaction<Schema>,
  emailKey: string,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('objections')
    .values({ email_key: emailKey, objected_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute()
  // What still waits is not to go out either.
  await trx
    .deleteFrom('outbox')
    .where('email_key', '=', emailKey)
    .where('status', '=', 'waiting')
    .where('kind', 'in', silenced)
    .execute()
}

/**
 * Not the link to their own data, which they ask for themselves, and not what the owner is told of
 * messages, should it be the owner who objected.
 */
const silenced: MailKind[] = ['confirm-signup', 'message-receipt']

/**
 * Drops the mail whose recipient objected while it was being tried.
 * @returns the ids of what was dropped
 */
export async function dropObjected(trx: Transaction<Schema>, ids: string[]): Promise<string[]> {
  const dropped = await trx
    .deleteFrom('outbox')
    .where('id', 'in', ids)
    .where('kind', 'in', silenced)
    .where('email_key', 'in', (query) => query.selectFrom('objections').select('email_key'))
    .returning('id')
    .execute()
  return dropped.map(({ id }) => id)
}

export async function liftObjection(db: Kysely<Schema>, emailKey: string): Promise<void> {
  await db.deleteFrom('objections').where('email_key', '=', emailKey).execute()
}
