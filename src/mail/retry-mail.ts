import { sql } from 'kysely'
import type { Db, OutboxTable } from '#database/schema.ts'
import { suppressedBy, type MailWriters } from './mail-kinds.ts'
import { moveAll, moveMail } from './move-mail.ts'
import { liftSuppression } from './suppressions.ts'
import { findDrafts } from './wanted-mail.ts'

/**
 * Puts mail back in line for the courier's next look: all that failed or waits for a later try, of
 * one letter or of all other mail. What goes to an address that gets no mail stays failed.
 * @returns how many mails
 */
export async function retryMail(db: Db, letter: string | null, now: Date): Promise<number> {
  const at = now.toISOString()
  const move = { to: 'queued', change: { attempts: 0, due_at: at } } as const
  const failed = await moveAll(db, letter, { from: 'failed', ...move }, reachesSomebody)
  const isPutOff = sql<boolean>`due_at > ${at}`
  return failed + (await moveAll(db, letter, { from: 'queued', ...move }, isPutOff))
}

/** To the owner, whatever address it is about. */
const heedless = Object.entries(suppressedBy).flatMap(([kind, causes]) =>
  causes.length > 0 ? [] : sql.lit(kind),
)
const isSuppressed = sql`email_key in (select email_key from suppressions)`
const reachesSomebody = sql<boolean>`(kind in (${sql.join(heedless)}) or about_id not in (
  select id from subscribers where ${isSuppressed}
  union all select id from messages where ${isSuppressed}
  union all select id from data_links where ${isSuppressed}
  union all select consents.id from consents where subscriber_id in (
    select id from subscribers where ${isSuppressed})))`

/** The mails whose id starts so, with four characters or more: an id is long, and its beginning may name one. */
export async function findMail(db: Db, id: string): Promise<OutboxTable[]> {
  if (id.length < 4) return []
  return await db
    .selectFrom('outbox')
    .selectAll()
    .where(sql<string>`substr(lower(id), 1, ${id.length})`, '=', id.toLowerCase())
    .where('status', 'in', ['failed', 'queued', 'skipped'])
    .limit(2)
    .execute()
}

/** Naming a mail to an address that a server refused lifts that block: the owner knows better. */
export async function retryOne(db: Db, writers: MailWriters, mail: OutboxTable, now: Date) {
  await db.transaction().execute(async (trx) => {
    const draft = (await findDrafts(trx, writers, [mail])).get(mail.id)
    if (draft) await liftSuppression(trx, draft.emailKey)
    const change = { attempts: 0, due_at: now.toISOString() }
    await moveMail(trx, [{ ids: [mail.id], from: mail.status, to: 'queued', change }])
  })
}
