import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { MailKind } from './mail-kinds.ts'

/**
 * Call it in the transaction that stores what the mail is about: neither exists without the other.
 * The courier takes it from there.
 */
export async function queueMail(
  trx: Transaction<Schema>,
  kind: Exclude<MailKind, 'letter'>,
  aboutId: string,
  now: Date,
): Promise<void> {
  const queuedAt = now.toISOString()
  await trx
    .insertInto('outbox')
    .values({
      id: crypto.randomUUID(),
      kind,
      about_id: aboutId,
      status: 'queued',
      attempts: 0,
      due_at: queuedAt,
      created_at: queuedAt,
    })
    .execute()
}
