import { sql } from 'kysely'
import type { Database } from '#database/connect.ts'
import { keysetPages } from '#database/keyset-pages.ts'
import type { OutboxTable } from '#database/mail-tables.ts'
import type { Db, Trx } from '#database/schema.ts'
import type { MailWriters, OutboxMail } from './mail-kinds.ts'
import { findDrafts } from './wanted-mail.ts'

export interface MailFilter {
  /** Without one: everything that is not sent. */
  status?: OutboxTable['status']
  /** Without one: all mail but letters. */
  letter?: string
}

export type ListedMail = ReturnType<typeof listed>

/** Newest first. */
export function listMail(
  db: Db,
  dialect: Database['kind'],
  writers: MailWriters,
  filter: MailFilter,
  limit?: number,
): AsyncGenerator<ListedMail> {
  return keysetPages(async (last, pageSize) => {
    let query = mailWhere(db, filter).selectAll()
    if (last) query = query.where(sql<boolean>`(created_at, id) < (${last.createdAt}, ${last.id})`)
    const page = query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(pageSize)
    const mails = (await page.execute()) as OutboxMail[]
    const drafts = await findDrafts(db as Trx, dialect, writers, mails)
    return mails.map((mail) => listed(mail, drafts.get(mail.id)?.to ?? null))
  }, limit)
}

export async function countMail(db: Db, filter: MailFilter): Promise<number> {
  const { count } = await mailWhere(db, filter)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function mailWhere(db: Db, { status, letter }: MailFilter) {
  const query = db
    .selectFrom('outbox')
    .where('letter', letter === undefined ? 'is' : '=', letter ?? null)
  return status ? query.where('status', '=', status) : query.where('status', '!=', 'sent')
}

/** @param to null: whoever it was for wants it no longer, or was erased */
function listed(mail: OutboxMail, to: string | null) {
  const { id, kind, letter, status, attempts } = mail
  const rest = { dueAt: mail.due_at, lastError: mail.last_error, createdAt: mail.created_at }
  return { id, kind, letter, to, status, attempts, ...rest }
}
