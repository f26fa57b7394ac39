import { sql } from 'kysely'
import type { Schema, Trx } from './schema.ts'

/**
 * Tables of which the later database has every row that still counts: what it lacks was processed, sent, archived or
 * resumed since the backup. A letter is never deleted: if it lacks one, it began empty and knows nothing of its mail.
 */
const replacedRows = new Map<keyof Schema, ReturnType<typeof sql>>([
  ['submissions', sql`true`],
  ['outbox', sql`letter is null or letter in (select name from later.letters)`],
  ['letters', sql`name in (select name from later.letters)`],
  ['letter_pictures', sql`letter in (select name from later.letters)`],
  ['mail_pauses', sql`true`],
  ['mailbox_tasks', sql`true`],
])

/**
 * Adds the rows of the later database, attached to the same connection. For a person, message or letter in both, the
 * later row counts, with its consents. Otherwise what only the backup has stays: it may be the reason for the restore.
 */
export async function copyLaterRows(trx: Trx, tables: (keyof Schema)[]) {
  for (const table of tables) {
    const [restored, later] = [sql.table(`main.${table}`), sql.table(`later.${table}`)]
    const replaced = replacedRows.get(table)
    if (replaced) await sql`delete from ${restored} where ${replaced}`.execute(trx)
    const info = sql<{ name: string }>`select name from pragma_table_info(${table})`
    const columns = sql.join((await info.execute(trx)).rows.map(({ name }) => sql.ref(name)))
    await sql`insert or replace into ${restored} (${columns}) select ${columns} from ${later}`.execute(
      trx,
    )
  }
}

/** How many rows the later database has that the backup doesn't. */
export interface LaterChanges {
  /** New, confirmed or repeated. */
  signups: number
  messages: number
  /** Submissions that were answered and not processed yet. */
  waiting: number
  unsubscribed: number
  suppressed: number
}

/** Call it before copyLaterRows. */
export async function countLaterChanges(trx: Trx): Promise<LaterChanges> {
  const count = async (table: keyof Schema, sameColumns: string[], condition = sql<boolean>`1`) => {
    const isSame = sameColumns.map(
      (column) =>
        sql`${sql.ref(`main.${table}.${column}`)} = ${sql.ref(`later.${table}.${column}`)}`,
    )
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(`later.${table}`)} where ${condition}
      and not exists (select 1 from ${sql.table(`main.${table}`)}
        where ${sql.join(isSame, sql` and `)})`.execute(trx)
    return rows[0]!.count
  }
  const person = ['email_key', 'status']
  return {
    signups: await count('subscribers', [...person, 'asked_at'], sql`status <> 'unsubscribed'`),
    messages: await count('messages', ['id']),
    waiting: await count('submissions', ['id'], sql`processed_at is null and kind <> 'probe'`),
    unsubscribed: await count('subscribers', person, sql`status = 'unsubscribed'`),
    suppressed: await count('suppressions', ['email_key', 'cause']),
  }
}
