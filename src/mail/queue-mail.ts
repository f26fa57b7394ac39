import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { MailKind } from './mail-kinds.ts'

type QueuedKind = Exclude<MailKind, 'letter'>

/**
 * Call it in the transaction that stores what the mail is about: neither exists without the other.
 * The courier takes it from there.
 */
export async function queueMail(
  trx: Transaction<Schema>,
  kind: QueuedKind,
  aboutId: string,
  now: Date,
): Promise<void> {
  await queueMails(trx, kind, [{ id: aboutId }], now)
}

export async function queueMails(
  trx: Transaction<Schema>,
  kind: QueuedKind,
  abouts: { id: string }[],
  now: Date,
): Promise<void> {
  if (abouts.length === 0) return
  const at = now.toISOString()
  const rows = abouts.map((about) => ({
    id: randomUUIDv7(),
    kind,
    about_id: about.id,
    status: 'queued' as const,
    attempts: 0,
    due_at: at,
    created_at: at,
  }))
  await trx.insertInto('outbox').values(rows).execute()
}
