import type { Db } from '#database/schema.ts'
import type { Translated } from '#language.ts'
import type { PictureFacts } from './encode-picture.ts'
import type { LetterPageText, LetterStatus, LetterTexts } from './stored-letters.ts'

/** A letter that anybody can read on the site, as it was sent. */
export interface PublicLetter {
  name: string
  sentAt: Date
  texts: Translated<LetterPageText>
  /** See readPublicPicture. */
  pictures: PictureFacts[]
}

/** Those of which at least one mail was accepted, newest first: that stays, whatever happens to the others. */
export async function listPublicLetters(db: Db) {
  return await db
    .selectFrom('letters')
    .select(['name', 'due_at', 'started_at'])
    .where('page', '=', 'public')
    .where((row) =>
      row.or([
        row.exists(
          row
            .selectFrom('outbox')
            .select('id')
            .whereRef('letter', '=', 'letters.name')
            .where('outbox.status', '=', 'sent'),
        ),
        // The counts remain when its mail is deleted.
        row('archived_counts', 'not like', '%"sent":0,%'),
      ]),
    )
    .orderBy('due_at', 'desc')
    .orderBy('name')
    .execute()
}

export async function readPublicLetter(db: Db, name: string): Promise<PublicLetter> {
  const { due_at: dueAt, texts: stored } = await db
    .selectFrom('letters')
    .select(['due_at', 'texts'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const all = Object.entries(JSON.parse(stored) as LetterTexts)
  const texts = Object.fromEntries(
    all.map(([language, { page }]) => [language, page!]),
  ) as Translated<LetterPageText>
  const pictures = await db
    .selectFrom('letter_pictures')
    .select(['name', 'file', 'cid', 'type', 'width', 'height'])
    .where('letter', '=', name)
    .orderBy('name')
    .execute()
  return { name, sentAt: new Date(dueAt), texts, pictures }
}

export async function readPublicPicture(db: Db, letter: string, file: string): Promise<Buffer> {
  const { base64 } = await db
    .selectFrom('letter_pictures')
    .select('base64')
    .where('letter', '=', letter)
    .where('file', '=', file)
    .executeTakeFirstOrThrow()
  return Buffer.from(base64, 'base64')
}

/** @returns undefined if the letter has no page: it is not public, or was stopped before any mail was accepted */
export function pageStateOf({ page, state, sent }: LetterStatus) {
  if (page !== 'public') return page ?? undefined
  if (sent > 0) return 'public'
  return state === 'stopped' ? undefined : 'ahead'
}

/** Takes the page of a letter back, or shows it again. @returns false if it has none */
export async function setHidden(db: Db, name: string, isHidden: boolean): Promise<boolean> {
  const [from, to] = isHidden ? (['public', 'hidden'] as const) : (['hidden', 'public'] as const)
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set({ page: to })
    .where('name', '=', name)
    .where('page', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
