import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { yieldLock } from '#database/connect.ts'
import { withoutIndex } from '#database/without-index.ts'
import { countRows } from '#database/read-pages.ts'
import type { Db, MailKind, OutboxTable, Trx } from '#database/schema.ts'
import { findDrafts, type MailWriters } from './mail-kinds.ts'
import { ownerPauseReason } from './mail-pause.ts'
import { liftSuppression } from './suppressions.ts'

type NewMail = { aboutId: string } & (
  | { kind: 'letter'; letter: string }
  | { kind: Exclude<MailKind, 'letter'>; letter?: never }
)

/**
 * Call it in the transaction that stores the mails' sources, so that neither exists without the other.
 * @returns how many were not in the outbox before
 */
export async function queueMails(trx: Trx, mails: NewMail[], now: Date): Promise<number> {
  if (mails.length === 0) return 0
  const at = now.toISOString()
  const rows = mails.map(({ kind, aboutId, letter }) => ({
    // A letter's mail has a fixed id: the primary key keeps anybody from getting a letter twice.
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

/** As the owner sees them. `to` is null if the recipient was erased or is no longer eligible. */
export async function toMailRows(db: Db, writers: MailWriters, mails: OutboxTable[]) {
  const drafts = await findDrafts(db as Trx, writers, mails)
  return mails.map((mail) => {
    const { id, kind, letter, status, attempts } = mail
    const rest = { dueAt: mail.due_at, lastError: mail.last_error, createdAt: mail.created_at }
    return { id, kind, letter, to: drafts.get(id)?.to ?? null, status, attempts, ...rest }
  })
}

/** By an index that starts with the letter: a letter's mail may be a million rows, and the site's own are few. */
export async function readOutboxState(db: Db) {
  const isWaiting = sql<boolean>`${withoutIndex('status')} in ('queued', 'sending')`
  const own = db.selectFrom('outbox').where('letter', 'is', null)
  const waiting = own.where('status', 'in', ['queued', 'sending'])
  const { oldest } = await waiting
    .select(({ fn }) => fn.min('created_at').as('oldest'))
    .executeTakeFirstOrThrow()
  const letters = db.selectFrom('outbox').where('letter', 'is not', null).where(isWaiting)
  return {
    /** Letters included. */
    waiting: (await countRows(waiting)) + (await countRows(letters)),
    failed: await countRows(own.where('status', '=', 'failed')),
    /** When the oldest waiting mail was queued, letters aside. */
    oldestAt: oldest ?? null,
  }
}

export const maxWaitMinutes = 15

/** Whether mail has waited so long that the owner should look. Letters don't count: they may take hours. */
export function isMailStuck({ oldestAt }: { oldestAt: string | null }, now: Date): boolean {
  return secondsWaited(oldestAt, now) >= maxWaitMinutes * 60
}

export function secondsWaited(oldestAt: string | null, now: Date): number {
  return oldestAt === null ? 0 : Math.max(0, (now.getTime() - Date.parse(oldestAt)) / 1000)
}

/** One line for the owner at the start. */
export async function mailStartupLine(db: Db, smtpUrl: string | undefined): Promise<string> {
  const { waiting } = await readOutboxState(db)
  if (smtpUrl === undefined) {
    return `waits in the outbox: ${waiting} waiting (set SMTP_URL to send it)`
  }
  const reason = await ownerPauseReason(db)
  if (reason !== undefined) return `is paused: ${waiting} waiting (${reason})`
  return `goes out through ${new URL(smtpUrl).host}`
}

/** Queues again, now, all mail that failed or waits for a retry: of one letter, or all mail but letters. */
export async function retryMail(db: Db, letter: string | null, now: Date): Promise<number> {
  const change = { status: 'queued' as const, attempts: 0, due_at: now.toISOString() }
  const failed = await changeAll(db, change, { letter, status: 'failed' })
  const isLater = sql<boolean>`due_at > ${change.due_at}`
  return failed + (await changeAll(db, change, { letter, status: 'queued', only: isLater }))
}

/** Mails whose id starts like this. Two are enough to know that the id is ambiguous. */
export async function findMail(db: Db, id: string): Promise<OutboxTable[]> {
  if (id.length < 4) return []
  return await db
    .selectFrom('outbox')
    .selectAll()
    .where(sql<string>`substr(lower(id), 1, ${id.length})`, '=', id.toLowerCase())
    .where('status', 'in', ['failed', 'queued', 'skipped', 'in_doubt'])
    .limit(2)
    .execute()
}

/** Also lifts the suppression of its address: the owner named this mail, and knows better. */
export async function retryOne(db: Db, writers: MailWriters, mail: OutboxTable, now: Date) {
  await db.transaction().execute(async (trx) => {
    const draft = (await findDrafts(trx, writers, [mail])).get(mail.id)
    if (draft) await liftSuppression(trx, draft.emailKey)
    await requeue(trx, mail, now)
  })
}

/** Queues one mail again. If its address is suppressed, the mail worker skips it. */
export async function requeue(db: Db, { id, status }: OutboxTable, now: Date) {
  await db
    .updateTable('outbox')
    .set({ status: 'queued', attempts: 0, due_at: now.toISOString() })
    .where('id', '=', id)
    .where('status', '=', status)
    .execute()
}

/** Gives up mail that was queued before this time; for a letter, mail that was due before it. */
export async function giveUpWaiting(db: Db, before: Date) {
  const since = before.toISOString()
  const isOld = sql<boolean>`created_at < ${since} and (letter is null
    or (select letters.due_at from letters where name = outbox.letter) < ${since})`
  const last_error = 'waited too long'
  // One moment earlier, so that the cleanup that calls this deletes it, too.
  const due_at = new Date(before.getTime() - 1).toISOString()
  await changeAll(db, { status: 'skipped', due_at, last_error }, { status: 'queued', only: isOld })
}

const maxBatchSize = 3000

/** In batches, so that visitors' submissions can be stored in between. */
export async function changeAll(
  db: Db,
  change: Partial<OutboxTable>,
  {
    letter,
    status,
    only,
  }: {
    /** null: all mail but letters; undefined: all mail. */
    letter?: string | null
    status: OutboxTable['status']
    only?: ReturnType<typeof sql<boolean>>
  },
): Promise<number> {
  let changed = 0
  for (;;) {
    const batch = db
      .selectFrom('outbox')
      .select('id')
      .where('status', '=', status)
      .$if(letter !== undefined, (query) =>
        query.where('letter', letter === null ? 'is' : '=', letter!),
      )
      .$if(only !== undefined, (query) => query.where(only!))
      .limit(maxBatchSize)
    const update = db.updateTable('outbox').set(change).where('id', 'in', batch)
    const { numUpdatedRows } = await update.where('status', '=', status).executeTakeFirstOrThrow()
    changed += Number(numUpdatedRows)
    if (numUpdatedRows < maxBatchSize) return changed
    await yieldLock()
  }
}
