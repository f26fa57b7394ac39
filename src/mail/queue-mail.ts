import { randomUUIDv7 } from 'node:crypto'
import type { MailKind, Trx } from '#database/schema.ts'

/**
 * Call it in the transaction that stores what the mails are about: neither exists without the other.
 * The courier takes them from there.
 * @returns how many were not in the outbox before
 */
export async function queueMails(
  trx: Trx,
  mails: ({ aboutId: string } & (
    | { kind: 'letter'; letter: string }
    | { kind: Exclude<MailKind, 'letter'>; letter?: never }
  ))[],
  now: Date,
): Promise<number> {
  if (mails.length === 0) return 0
  const at = now.toISOString()
  const rows = mails.map(({ kind, aboutId, letter }) => ({
    // A letter's is the same at every try: the table itself keeps anybody from getting it twice.
    id: letter === undefined ? randomUUIDv7() : `${letter}.${aboutId}`,
    kind,
    letter,
    about_id: aboutId,
    status: 'queued' as const,
    attempts: 0,
    due_at: at,
    created_at: at,
  }))
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}
