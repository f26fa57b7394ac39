import { countRows } from '#database/read-rows.ts'
import type { Db, LetterTable, OutboxTable } from '#database/schema.ts'
import type { Language, Translated } from '#language.ts'
import type { MailContent } from '#mail/layout/render-mail.tsx'
import { liftServerPauses } from '#mail/mail-pause.ts'
import { changeAll } from '#mail/outbox.ts'
import { storedReasons } from '#stored-reasons.ts'
import type { FoundLetter } from './read-letters.ts'
import { boundToLaunch } from './launch-letters.ts'
import type { DraftText } from './letter-drafts.ts'
import { isWelcome, languagesOf } from './letter-file.ts'
import type { LetterPicture } from './encode-picture.ts'
import { listSubscribers } from '#subscribers/list-subscribers.ts'

/** A letter as it is sent, with placeholders for what differs between recipients. */
export interface RenderedLetter extends Pick<LetterTable, 'name' | 'sender' | 'public_url'> {
  texts: LetterTexts
  pictures?: LetterPicture[]
}

export type LetterTexts = Translated<LetterText>

interface LetterText extends MailContent {
  /** As its owner wrote it. */
  written?: DraftText
  /** Only of a public letter. */
  page?: LetterPageText
}

/** The contents of its page, without anything that belongs to one recipient. */
export interface LetterPageText {
  title: string
  description: string
  markdown: string
  signature: string | null
}

type LetterCounts = Record<OutboxTable['status'], number>

/** A letter that was scheduled or sent, with the number of its recipients in each state. */
export type LetterStatus = Omit<LetterTable, 'archived_counts' | 'texts'> &
  LetterCounts & { texts: LetterTexts; subject: string }

export type ListedLetter = Awaited<ReturnType<typeof listLetters>>[number]

/** A time, or the launch, whenever that is. */
export type DueAt = Date | 'launch'

/**
 * Stores the letter. Once it is due, the running site queues it for everyone who is confirmed then: see
 * letter-queue.ts. One that was stopped before that can be sent again.
 * @returns false if the letter was stored before, and nothing was done
 */
export async function scheduleLetter(
  db: Db,
  { pictures = [], ...letter }: RenderedLetter,
  { dueAt, now }: { dueAt: DueAt; now: Date },
): Promise<boolean> {
  const { name } = letter
  const row = {
    ...letter,
    texts: JSON.stringify(letter.texts),
    ...waiting(dueAt, now),
    started_at: now.toISOString(),
    page: letter.texts.en.page ? ('public' as const) : null,
  }
  return await db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('letters')
      .values({ ...row, audience: 0 })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(row)
          .where('letters.state', '=', 'stopped')
          .where('letters.queued_at', 'is', null),
      )
      .executeTakeFirstOrThrow()
    if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return false
    await trx.deleteFrom('letter_pictures').where('letter', '=', name).execute()
    const rows = pictures.map((picture) => ({ ...picture, letter: name }))
    if (rows.length > 0) await trx.insertInto('letter_pictures').values(rows).execute()
    return true
  })
}

/** How a letter waits that is sent, scheduled or bound to the launch now. */
export function waiting(dueAt: DueAt, now: Date) {
  if (dueAt === 'launch') return boundToLaunch(now)
  return { at_launch: 0, state: 'scheduled', due_at: dueAt.toISOString() } as const
}

/** Whether both were written alike. Addresses and the layout around the words may differ. */
export function hasSameWords(a: Pick<RenderedLetter, 'texts'>, b: Pick<RenderedLetter, 'texts'>) {
  return wordsIn(a) === wordsIn(b)
}

function wordsIn({ texts }: Pick<RenderedLetter, 'texts'>): string {
  return JSON.stringify(languagesOf(texts).map((language) => [language, texts[language]!.written]))
}

export async function readLetterPictures(db: Db, name: string): Promise<LetterPicture[]> {
  return await db
    .selectFrom('letter_pictures')
    .select(['name', 'file', 'cid', 'type', 'width', 'height', 'base64'])
    .where('letter', '=', name)
    .orderBy('name')
    .execute()
}

/** Whether it was stopped before it was queued: nobody has got it. */
export function wasCancelled({ state, queued_at }: Pick<LetterTable, 'state' | 'queued_at'>) {
  return state === 'stopped' && queued_at === null
}

/** A letter that was queued already stays as it is. @returns whether it was cancelled */
export async function cancelLetter(db: Db, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set({ state: 'stopped' })
    .where('name', '=', name)
    .where('state', 'in', ['held', 'scheduled'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Cancels all mail of the letter that is not being sent yet. */
export async function stopLetter(db: Db, name: string, now: Date): Promise<void> {
  await db.updateTable('letters').set({ state: 'stopped' }).where('name', '=', name).execute()
  await liftServerPauses(db, [`letter ${name}`])
  const ended = { status: 'skipped' as const, due_at: now.toISOString() }
  const change = { ...ended, last_error: storedReasons.stopped }
  // Again until there is none: a batch of changeAll is short if the mail worker takes some of it meanwhile.
  while ((await changeAll(db, change, { letter: name, status: 'queued' })) > 0);
}

export async function readLetterStatus(db: Db, name: string): Promise<LetterStatus | undefined> {
  const [status] = await readStatuses(db, name)
  return status
}

/** Those that are not queued yet, in the order of their times. */
export async function waitingLetters(db: Db) {
  return await db
    .selectFrom('letters')
    .select(['name', 'state', 'due_at', 'at_launch'])
    .where('state', 'in', ['held', 'scheduled'])
    .orderBy('due_at')
    .execute()
}

/** Whether it is not queued yet. */
export function isWaiting({ state }: Pick<LetterTable, 'state'>): boolean {
  return state === 'held' || state === 'scheduled'
}

/** @returns undefined if it was never scheduled or sent */
export async function letterStateOf(db: Db, name: string) {
  const found = db.selectFrom('letters').select('state').where('name', '=', name)
  return (await found.executeTakeFirst())?.state
}

/**
 * One statement, so that archiving in between can't distort the sum. Before a letter is due, its audience is everyone
 * who is confirmed now, and all of them wait for it.
 */
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
  const confirmed = rows.some(isWaiting) ? await countConfirmed(db) : 0
  return Array.from(Map.groupBy(rows, (row) => row.name).values(), (same) => {
    const { status: _, mails: __, archived_counts: archived, texts: json, ...letter } = same[0]!
    const statuses = same.map(({ status, mails }) => [status, Number(mails)] as const)
    const texts = JSON.parse(json) as LetterTexts
    const status = { ...letter, texts, subject: texts.en.subject, ...addCounts(archived, statuses) }
    if (!isWaiting(letter)) return status
    return { ...status, audience: confirmed, queued: confirmed }
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
export function letterProgress(letter: LetterStatus | undefined) {
  if (!letter) return 'not sent'
  if (letter.state !== 'started') return letter.state
  return letter.queued + letter.sending === 0 ? 'finished' : 'going out'
}

/** Whether somebody will get it who has not. */
export function isUnderWay(letter: LetterStatus): boolean {
  return isWaiting(letter) || ['preparing', 'going out'].includes(letterProgress(letter))
}

/** How long after its time the site began to queue it, or has not yet begun. */
export function secondsLate({ state, due_at, queued_at }: LetterStatus, now: Date): number {
  if (state === 'stopped' || state === 'held') return 0
  const begunAt = queued_at === null ? now.getTime() : Date.parse(queued_at)
  return Math.max(0, Math.round((begunAt - Date.parse(due_at)) / 1000))
}

/**
 * Drafts, the letters in content/letters, and those that were sent, even if their text is gone. The audience of a letter
 * that was not sent is everyone who is confirmed now.
 */
export async function listLetters(db: Db, found: FoundLetter[]) {
  // A draft is listed as soon as it exists.
  const own = new Map(
    found.flatMap((one) => (one.letter || one.draft ? [[one.name, one] as const] : [])),
  )
  const names = new Set(found.map(({ name }) => name))
  const confirmed = await countConfirmed(db)
  // One that was cancelled can be sent again, as its text is now.
  const statuses = (await readStatuses(db)).filter(
    (letter) => !(wasCancelled(letter) && names.has(letter.name)),
  )
  const sent = new Map(statuses.map((letter) => [letter.name, letter]))
  return [...new Set([...own.keys(), ...sent.keys()])].toSorted().map((name) => {
    const status = sent.get(name)
    const { subject = '', origin, draft } = own.get(name) ?? {}
    return {
      name,
      subject: status?.subject ?? subject,
      state: status ? letterProgress(status) : draft ? 'draft' : 'not sent',
      atLaunch: status?.at_launch === 1,
      audience: status?.audience ?? (isWelcome(name) ? 0 : confirmed),
      sent: status?.sent ?? 0,
      /** Null if only the sent letter is left. */
      origin: origin ?? null,
      savedAt: draft?.savedAt ?? null,
      dueAt: status?.due_at ?? null,
    }
  })
}

/** Whether a letter that was due since then has reached anybody. */
export async function wasLetterSentSince(db: Db, since: string): Promise<boolean> {
  return (await readStatuses(db)).some(({ due_at, sent }) => due_at >= since && sent > 0)
}

/** The audience of a letter that is due now. It includes those whose mail will be skipped: see countSuppressed. */
export async function countConfirmed(db: Db, language?: Language): Promise<number> {
  const all = listSubscribers(db, { status: 'confirmed', ...(language && { language }) })
  return await countRows(all)
}
