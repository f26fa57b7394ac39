import type { Db, OutboxTable, Trx } from '#database/schema.ts'
import type { MailWriters } from './mail-kinds.ts'
import { findDrafts } from './wanted-mail.ts'

export interface MailFilter {
  /** Without one: everything that is not sent. */
  status?: OutboxTable['status']
  /** Without one: all mail but letters. */
  letter?: string
}

/** Newest first. */
export function listMail(db: Db, { status, letter }: MailFilter) {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('letter', letter === undefined ? 'is' : '=', letter ?? null)
    .where('status', status ? '=' : '!=', status ?? 'sent')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

/** As the owner sees them. `to` is null where whoever it was for wants it no longer, or was erased. */
export async function describeMails(db: Db, writers: MailWriters, mails: OutboxTable[]) {
  const drafts = await findDrafts(db as Trx, writers, mails)
  return mails.map((mail) => {
    const { id, kind, letter, status, attempts } = mail
    const rest = { dueAt: mail.due_at, lastError: mail.last_error, createdAt: mail.created_at }
    return { id, kind, letter, to: drafts.get(id)?.to ?? null, status, attempts, ...rest }
  })
}
