import { randomUUIDv7 } from 'node:crypto'
import type { MailKind, Trx } from '#database/schema.ts'

/**
 * Call it in the transaction that stores what the mails are about: neither exists without the other.
 * The courier takes them from there.
 */
export async function queueMails(
  trx: Trx,
  mails: { kind: Exclude<MailKind, 'letter'>; aboutId: string }[],
  now: Date,
) {
  if (mails.length === 0) return
  const at = now.toISOString()
  const rows = mails.map(({ kind, aboutId }) => ({
    id: randomUUIDv7(),
    kind,
    about_id: aboutId,
    status: 'queued' as const,
    attempts: 0,
    due_at: at,
    created_at: at,
  }))
  await trx.insertInto('outbox').values(rows).execute()
}
