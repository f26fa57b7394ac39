import { sql } from 'kysely'
import type { Db, Schema, Trx } from './schema.ts'

/** If the later database goes on from the backup, what it lacks in these was processed, sent, archived or resumed since. */
const replacedTables = new Set<keyof Schema>([
  'submissions',
  'outbox',
  'letters',
  'letter_pictures',
  'mail_pauses',
  'mailbox_tasks',
])

/**
 * Adds the rows of the later database, attached to the same connection. What only the backup has stays: it may be the
 * reason for the restore. For a person, message or letter in both, the later row counts, with its consents.
 * @param goesOn whether the later database goes on from the backup; otherwise it began empty
 */
export async function copyLaterRows(trx: Trx, tables: (keyof Schema)[], goesOn: boolean) {
  if (!goesOn) for (const statement of joinSeparateLives) await sql.raw(statement).execute(trx)
  for (const table of tables) {
    const [restored, later] = [sql.table(`main.${table}`), sql.table(`later.${table}`)]
    if (goesOn && replacedTables.has(table)) await sql`delete from ${restored}`.execute(trx)
    const info = sql<{ name: string }>`select name from pragma_table_info(${table})`
    const columns = sql.join((await info.execute(trx)).rows.map(({ name }) => sql.ref(name)))
    // A replaced person would lose the consents that only the backup has.
    const onConflict = sql.raw(!goesOn && table === 'subscribers' ? 'ignore' : 'replace')
    await sql`insert or ${onConflict} into ${restored} (${columns})
      select ${columns} from ${later}`.execute(trx)
  }
}

const queuedLetters = '(select name from main.letters where queued_at is not null)'

/**
 * A database that began empty knows nothing of the backup. A letter that the backup has queued stays as it is, so that
 * nobody gets it twice. People keep their id, which is in links already sent, and their consents; nobody loses a
 * confirmed subscription because an address was typed into a form.
 */
const joinSeparateLives = [
  'pragma defer_foreign_keys = on',
  `create temp table people as select theirs.id as later_id, ours.id as id
    from later.subscribers as theirs join main.subscribers as ours using (email_key)`,
  `update later.consents set subscriber_id = people.id from temp.people
    where subscriber_id = people.later_id`,
  `update later.outbox set about_id = people.id, id = iif(letter is null, outbox.id, letter || '.' || people.id)
    from temp.people where about_id = people.later_id`,
  `update later.subscribers set id = people.id from temp.people
    where subscribers.id = people.later_id`,
  `update main.subscribers as ours set email = theirs.email, status = theirs.status,
      language = theirs.language, asked_at = theirs.asked_at, confirmed_at = theirs.confirmed_at,
      unsubscribed_at = theirs.unsubscribed_at
    from later.subscribers as theirs where theirs.id = ours.id
    and (theirs.status <> 'pending' or theirs.unsubscribed_at is not null or ours.status <> 'confirmed')`,
  `update main.consents set withdrawn_at = theirs.unsubscribed_at
    from later.subscribers as theirs where subscriber_id = theirs.id
    and theirs.unsubscribed_at is not null and theirs.status <> 'confirmed'
    and withdrawn_at is null`,
  `delete from later.outbox where letter in ${queuedLetters} and id in (select id from main.outbox)`,
  `update main.letters set audience = audience
      + (select count(*) from later.outbox where letter = letters.name)
    where queued_at is not null`,
  `delete from later.letter_pictures where letter in ${queuedLetters}`,
  `delete from later.letters where name in ${queuedLetters}`,
  'delete from main.letter_pictures where letter in (select name from later.letters)',
]

/** False if the later database began empty: its rows have other ids. */
export async function shareRows(db: Db): Promise<boolean> {
  const { rows } = await sql`select id from main.consents join later.consents using (id)
    union all select id from main.messages join later.messages using (id) limit 1`.execute(db)
  return rows.length > 0
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
