import { countSome, readScreen, type SortKey } from '#database/read-pages.ts'
import type { Db, OutboxTable } from '#database/schema.ts'
import type { MailWriters } from './mail-kinds.ts'
import { toMailRows } from './outbox.ts'

interface MailSelection {
  /** null: all mail but letters. */
  letter: string | null
  status: OutboxTable['status']
}

function selectMail(db: Db, { letter, status }: MailSelection) {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('letter', letter === null ? 'is' : '=', letter)
    .where('status', '=', status)
}

const key: SortKey<OutboxTable> = {
  columns: ['due_at', 'id'],
  valuesOf: ({ due_at, id }) => [due_at, id],
  constant: 'letter',
}

/** One screen of mail in a state, the latest change first. */
export async function readMailScreen(
  db: Db,
  writers: MailWriters,
  selection: MailSelection,
  after: string[] | undefined,
) {
  const { rows, next } = await readScreen(selectMail(db, selection), key, after)
  return { rows: await toMailRows(db, writers, rows), next }
}

/** How much mail is in each state, at most 10,001 each: the site's own first, then each letter's. */
export async function countMailByStatus(db: Db) {
  const letters = await db
    .selectFrom('letters')
    .select(['name', 'state'])
    .orderBy('started_at', 'desc')
    .execute()
  const counted = []
  for (const { name, state } of [{ name: null, state: 'started' }, ...letters]) {
    const count = (status: OutboxTable['status']) =>
      countSome(db, selectMail(db, { letter: name, status }))
    counted.push({
      letter: name,
      isStopped: state === 'stopped',
      queued: await count('queued'),
      failed: await count('failed'),
      in_doubt: await count('in_doubt'),
    })
  }
  return counted
}

/** Mail about these, the oldest first. */
export async function mailAbout(db: Db, aboutIds: string[]): Promise<OutboxTable[]> {
  const found = db.selectFrom('outbox').selectAll().where('about_id', 'in', aboutIds)
  return await found.orderBy('created_at').limit(100).execute()
}

/** Mail that may be tried again: neither sent nor in flight. */
export async function findRetriable(db: Db, id: string): Promise<OutboxTable | undefined> {
  return await db
    .selectFrom('outbox')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', ['failed', 'queued', 'skipped', 'in_doubt'])
    .executeTakeFirst()
}

export async function isLetterStopped(db: Db, name: string): Promise<boolean> {
  const stopped = db.selectFrom('letters').select('name').where('state', '=', 'stopped')
  return (await stopped.where('name', '=', name).executeTakeFirst()) !== undefined
}
