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
  await queueMails(trx, kind, [aboutId], now)
}

export async function queueMails(
  trx: Transaction<Schema>,
  kind: QueuedKind,
  aboutIds: string[],
  now: Date,
): Promise<void> {
  if (aboutIds.length === 0) return
  const at = now.toISOString()
  const queued = { kind, status: 'queued', attempts: 0, due_at: at, created_at: at } as const
  await trx
    .insertInto('outbox')
    .values(aboutIds.map((aboutId) => mailAbout(aboutId, queued)))
    .execute()
}

function mailAbout<Queued extends object>(aboutId: string, queued: Queued) {
  return { id: randomUUIDv7(), about_id: aboutId, ...queued }
}
