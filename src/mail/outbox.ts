import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { yieldToWriters } from '#database/connect.ts'
import {
  bypassIndex,
  countRows,
  countSome,
  isPostgres,
  readListPage,
  startsWith,
  type SortKey,
} from '#database/read-rows.ts'
import type { Db, MailKind, OutboxTable, Trx } from '#database/schema.ts'
import { storedReasons } from '#stored-reasons.ts'
import { findDrafts, ignoresSuppression, type MailKinds } from './mail-declaration.ts'
import { ownerPauseReason, readPauses } from './mail-pause.ts'
import { liftSuppression, suppressionsOf } from './suppressions.ts'

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

/** Queues a mail to the owner once per period. Its id is part of its Message-ID, which has no spaces. */
export async function queueOnce(
  db: Db,
  kind: Exclude<MailKind, 'letter'>,
  period: string,
  dueAt: Date,
) {
  const id = `${kind}.${period}`
  const found = db.selectFrom('outbox').select('id').where('id', '=', id)
  // It often exists: check without a lock.
  if (await found.executeTakeFirst()) return
  const at = dueAt.toISOString()
  await db
    .insertInto('outbox')
    .values({ id, kind, about_id: id, status: 'queued', attempts: 0, due_at: at, created_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
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
export async function toMailRows(db: Db, kinds: MailKinds, mails: OutboxTable[]) {
  const drafts = await findDrafts(db, kinds, mails)
  return mails.map((mail) => {
    const { id, kind, letter, status, attempts } = mail
    const rest = { dueAt: mail.due_at, lastError: mail.last_error, createdAt: mail.created_at }
    return { id, kind, letter, to: drafts.get(id)?.to ?? null, status, attempts, ...rest }
  })
}

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

const screenKey: SortKey<OutboxTable> = {
  columns: ['due_at', 'id'],
  valuesOf: ({ due_at, id }) => [due_at, id],
  constant: 'letter',
}

/** One screen of mail in a state, the latest change first. */
export async function readMailScreen(
  db: Db,
  kinds: MailKinds,
  selection: MailSelection,
  after: string[] | undefined,
  size?: number,
) {
  const { rows, next } = await readListPage(selectMail(db, selection), screenKey, after, size)
  return { rows: await toMailRows(db, kinds, rows), next }
}

/** Why this mail is in its state: the most frequent reasons, each with its number of mails. */
export async function commonReasons(db: Db, selection: MailSelection) {
  const counted = selectMail(db, selection)
    .clearSelect()
    .select((row) => ['last_error as reason', row.fn.countAll().as('mails')])
    .where('last_error', 'is not', null)
    .groupBy('last_error')
    .orderBy('mails', 'desc')
    .limit(3)
  const rows = await counted.execute()
  return rows.map(({ reason, mails }) => ({ reason: reason!, mails: Number(mails) }))
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

/** By an index that starts with the letter: a letter's mail may be a million rows, and the site's own are few. */
export async function readOutboxState(db: Db) {
  const isWaiting = sql<boolean>`${bypassIndex('status')} in ('queued', 'sending')`
  const own = db.selectFrom('outbox').where('letter', 'is', null)
  const waiting = own.where('status', 'in', ['queued', 'sending'])
  const letters = db.selectFrom('outbox').where('letter', 'is not', null).where(isWaiting)
  return {
    /** Letters included. */
    waiting: (await countRows(waiting)) + (await countRows(letters)),
    failed: await countRows(own.where('status', '=', 'failed')),
    oldestAt: await oldestWaiting(db),
    stuckSince: await readStuckSince(db),
  }
}

/** When the oldest waiting mail was queued, letters aside. */
async function oldestWaiting(db: Db): Promise<string | null> {
  const { oldest } = await db
    .selectFrom('outbox')
    // PostgreSQL would otherwise read all mail in the order of this column, up to the first that waits.
    .select(({ fn }) => fn.min(bypassIndex('created_at')).as('oldest'))
    .where('letter', 'is', null)
    .where('status', 'in', ['queued', 'sending'])
    .executeTakeFirstOrThrow()
  return oldest
}

/**
 * Since when due mail has waited and none was sent, letters aside. Mail that its recipient's server defers, or that
 * waits for the hourly limit, is not stuck, unless our own mail server takes none. Reads single rows, because anybody
 * can ask for it during a flood, when much mail waits.
 */
export async function readStuckSince(db: Db): Promise<string | null> {
  if ((await readPauses(db)).some(({ cause }) => cause === 'server')) return await oldestWaiting(db)
  const dueAt = async (status: OutboxTable['status'], order: 'asc' | 'desc') => {
    const own = db.selectFrom('outbox').select('due_at').where('letter', 'is', null)
    const ordered = own.where('status', '=', status).orderBy('due_at', order).limit(1)
    return (await ordered.executeTakeFirst())?.due_at
  }
  const overdue = [await dueAt('queued', 'asc'), await dueAt('sending', 'asc')]
  const [first] = overdue.filter((at) => at !== undefined).toSorted()
  // A sent mail's is the time when it was sent.
  const lastSent = (await dueAt('sent', 'desc')) ?? ''
  if (first === undefined) return null
  return first > lastSent ? first : lastSent
}

export const maxWaitMinutes = 15

/** Whether no mail has gone out for so long that the owner should look. Letters don't count: they may take hours. */
export function isMailStuck({ stuckSince }: { stuckSince: string | null }, now: Date): boolean {
  return secondsWaited(stuckSince, now) >= maxWaitMinutes * 60
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
  return failed + (await changeAll(db, change, { letter, status: 'queued', condition: isLater }))
}

/**
 * Mail that may be tried again, by its whole id, or by the start of one as `mail list` shows it. Two are enough to know
 * that a start is ambiguous. The index that starts with the letter holds the site's own mail, which is little.
 */
export async function findMail(db: Db, id: string): Promise<OutboxTable[]> {
  const retriable = db
    .selectFrom('outbox')
    .selectAll()
    .where('status', 'in', ['failed', 'queued', 'skipped', 'in_doubt'])
  const whole = await retriable.where('id', '=', id).execute()
  if (whole.length > 0 || id.length < 4) return whole
  const own = retriable.where('letter', 'is', null)
  return await own
    .where(startsWith(db, 'id', id.toLowerCase()))
    .limit(2)
    .execute()
}

/**
 * Queues one mail again. Lifts the suppression of its address by a bounce or by an import: the owner named this mail,
 * and knows better.
 * @returns why it can't be sent; nothing was changed then
 */
export async function retryOne(
  db: Db,
  kinds: MailKinds,
  mail: OutboxTable,
  now: Date,
): Promise<'person' | 'not-me' | 'deleted' | undefined> {
  return await db.transaction().execute(async (trx) => {
    const draft = (await findDrafts(trx, kinds, [mail])).get(mail.id)
    if (!draft) return 'deleted'
    const { emailKey } = draft
    const suppressions = (await suppressionsOf(trx, [emailKey])).get(emailKey) ?? []
    for (const wish of ['person', 'not-me'] as const) {
      const isWished = suppressions.some(({ cause }) => cause === wish)
      if (isWished && !ignoresSuppression(kinds[mail.kind], wish)) return wish
    }
    await liftSuppression(trx, emailKey, ['bounce', 'owner'])
    await trx
      .updateTable('outbox')
      .set({ status: 'queued', attempts: 0, due_at: now.toISOString() })
      .where('id', '=', mail.id)
      .where('status', '=', mail.status)
      .execute()
    return undefined
  })
}

/** Gives up mail that was queued before this time. That of a letter must also have been due before it. */
export async function giveUpWaiting(db: Db, before: Date) {
  const since = before.toISOString()
  const isOld = sql<boolean>`created_at < ${since} and (letter is null
    or (select letters.due_at from letters where name = outbox.letter) < ${since})`
  const last_error = storedReasons.waitedTooLong
  // One moment earlier, so that the cleanup that calls this deletes it, too.
  const due_at = new Date(before.getTime() - 1).toISOString()
  await changeAll(
    db,
    { status: 'skipped', due_at, last_error },
    { status: 'queued', condition: isOld },
  )
}

const maxBatchSize = 3000

/**
 * In batches, so that visitors' submissions can be stored in between. Mail that is being claimed is left out: two updates
 * that lock the same rows in another order would deadlock.
 */
export async function changeAll(
  db: Db,
  change: Partial<OutboxTable>,
  {
    letter,
    status,
    condition,
  }: {
    /** null: all mail but letters; undefined: all mail. */
    letter?: string | null
    status: OutboxTable['status']
    condition?: ReturnType<typeof sql<boolean>>
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
      .$if(condition !== undefined, (query) => query.where(condition!))
      .limit(maxBatchSize)
      // Otherwise a deadlock with the claim, which locks its rows in another order.
      .$if(isPostgres(db), (query) => query.forUpdate().skipLocked())
    const update = db.updateTable('outbox').set(change).where('id', 'in', batch)
    const { numUpdatedRows } = await update.where('status', '=', status).executeTakeFirstOrThrow()
    changed += Number(numUpdatedRows)
    if (numUpdatedRows < maxBatchSize) return changed
    await yieldToWriters()
  }
}
