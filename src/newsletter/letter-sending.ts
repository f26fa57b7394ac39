import { yieldLock } from '#database/connect.ts'
import type { Db, LetterTable, OutboxTable } from '#database/schema.ts'
import type { Translated } from '#language.ts'
import type { MailContent } from '#mail/layout/render-mail.tsx'
import { liftServerPauses } from '#mail/mail-pause.ts'
import { changeAll, queueMails } from '#mail/outbox.ts'
import type { OwnLetter } from './letter-file.ts'

/** A letter as it is sent, with placeholders for what differs between recipients. */
export interface RenderedLetter extends Pick<LetterTable, 'name' | 'sender' | 'public_url'> {
  texts: LetterTexts
}

export type LetterTexts = Translated<MailContent>

type LetterCounts = Record<OutboxTable['status'], number>

/** A letter that was sent, with the number of its recipients in each state. */
export type LetterStatus = Omit<LetterTable, 'archived_counts' | 'texts'> &
  LetterCounts & { texts: LetterTexts; subject: string }

export type ListedLetter = Awaited<ReturnType<typeof listLetters>>[number]

/** Rows per transaction, so that other writers get the lock in between. */
export const batchSize = 3000

/**
 * Stores the letter and queues a mail for every confirmed subscriber. Nothing goes out before the last one is
 * queued. If two start at once, one of them does. A start that was interrupted is resumed by the next.
 * @returns false if the letter had been started before, and nothing was done
 */
export async function startLetter(
  db: Db,
  letter: RenderedLetter,
  { dueAt, now }: { dueAt: Date; now: Date },
): Promise<boolean> {
  const { name } = letter
  const texts = JSON.stringify(letter.texts)
  const row = { ...letter, texts, started_at: now.toISOString(), due_at: dueAt.toISOString() }
  await db
    .insertInto('letters')
    .values({ ...row, state: 'preparing', audience: 0 })
    // An interrupted start has reached nobody: the new text and time replace it.
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(row).where('letters.state', '=', 'preparing'),
    )
    .execute()
  for (let after: string | undefined = ''; after !== undefined;) {
    after = await queueBatch(db, name, after)
    if (after !== undefined) await yieldLock()
  }
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set({ state: 'started' })
    .where('name', '=', name)
    .where('state', '=', 'preparing')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** @returns the last subscriber of the batch, or undefined when there are no more */
async function queueBatch(db: Db, name: string, after: string): Promise<string | undefined> {
  return await db.transaction().execute(async (trx) => {
    const letter = await trx
      .selectFrom('letters')
      .select('started_at')
      .where('name', '=', name)
      // The owner may stop it meanwhile.
      .where('state', '=', 'preparing')
      .executeTakeFirst()
    if (!letter) return undefined
    const recipients = await trx
      .selectFrom('subscribers')
      .select('id')
      .where('id', '>', after)
      .where('status', '=', 'confirmed')
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const mails = recipients.map(({ id }) => ({
      kind: 'letter' as const,
      letter: name,
      aboutId: id,
    }))
    const queued = await queueMails(trx, mails, new Date(letter.started_at))
    await trx
      .updateTable('letters')
      .set((row) => ({ audience: row('audience', '+', queued) }))
      .where('name', '=', name)
      .execute()
    return recipients.length < batchSize ? undefined : recipients.at(-1)!.id
  })
}

/**
 * Cancels all mail of the letter that is not being sent yet.
 * @returns how many people will not get it
 */
export async function stopLetter(db: Db, name: string, now: Date): Promise<number> {
  await db.updateTable('letters').set({ state: 'stopped' }).where('name', '=', name).execute()
  await liftServerPauses(db, [`letter ${name}`])
  const ended = { status: 'skipped' as const, due_at: now.toISOString() }
  const change = { ...ended, last_error: 'stopped by the owner' }
  return await changeAll(db, change, { letter: name, status: 'queued' })
}

export async function readLetterStatus(db: Db, name: string): Promise<LetterStatus | undefined> {
  const [status] = await readStatuses(db, name)
  return status
}

/** One statement, so that archiving in between can't distort the sum. */
async function readStatuses(db: Db, name?: string): Promise<LetterStatus[]> {
  const counted = db
    .selectFrom('outbox')
    .select((row) => ['letter', 'status', row.fn.countAll().as('mails')])
    .where('letter', name === undefined ? 'is not' : '=', name ?? null)
    .groupBy(['letter', 'status'])
    .as('counted')
  const rows = await db
    .selectFrom('letters')
    .leftJoin(counted, 'counted.letter', 'letters.name')
    .selectAll('letters')
    .select(['counted.status', 'counted.mails'])
    .$if(name !== undefined, (query) => query.where('letters.name', '=', name!))
    .orderBy('letters.name')
    .execute()
  return Array.from(Map.groupBy(rows, (row) => row.name).values(), (same) => {
    const { status: _, mails: __, archived_counts: archived, texts: json, ...letter } = same[0]!
    const statuses = same.map(({ status, mails }) => [status, Number(mails)] as const)
    const texts = JSON.parse(json) as LetterTexts
    return { ...letter, texts, subject: texts.en.subject, ...addCounts(archived, statuses) }
  })
}

export function addCounts(
  archived: string | null,
  counts: (readonly [status: OutboxTable['status'] | null, count: number])[],
): LetterCounts {
  const sum: LetterCounts = { queued: 0, sending: 0, sent: 0, failed: 0, in_doubt: 0, skipped: 0 }
  if (archived !== null) Object.assign(sum, JSON.parse(archived))
  for (const [status, count] of counts) if (status !== null) sum[status] += count
  return sum
}

/** Mail in doubt counts as finished: it is never sent again automatically. */
export function letterProgress(letter: LetterStatus | undefined, now: Date) {
  if (!letter) return 'not sent'
  if (letter.state !== 'started') return letter.state
  if (letter.queued + letter.sending === 0) return 'finished'
  return letter.due_at > now.toISOString() ? 'scheduled' : 'going out'
}

/** The letters in content/letters and those that were sent, even if their file is gone. */
export async function listLetters(db: Db, own: Map<string, OwnLetter>, now: Date) {
  const sent = new Map((await readStatuses(db)).map((letter) => [letter.name, letter]))
  return [...new Set([...own.keys(), ...sent.keys()])].toSorted().map((name) => {
    const status = sent.get(name)
    return {
      name,
      subject: status?.subject ?? own.get(name)!.texts.en.subject,
      state: letterProgress(status, now),
      audience: status?.audience ?? 0,
      sent: status?.sent ?? 0,
    }
  })
}

/** Whether a letter that was due since then has reached anybody. */
export async function wasLetterSentSince(db: Db, since: string): Promise<boolean> {
  return (await readStatuses(db)).some(({ due_at, sent }) => due_at >= since && sent > 0)
}
