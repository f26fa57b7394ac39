import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Instant, LetterDraftTable } from '#database/schema.ts'
import { allLanguages, type Translated } from '#language.ts'
import { UserError } from '#user-error.ts'
import { isWelcome, type LetterText } from './letter-file.ts'

/** A letter as the owner writes it in the console. */
export interface LetterDraft {
  name: string
  /** Counts its saved changes. */
  version: number
  texts: DraftTexts
  isPublic: boolean
  /** Only of welcome letters: the text that goes out. */
  used: DraftTexts | null
  usedAt: Instant | null
  createdAt: Instant
  savedAt: Instant
  /** Hashes of the sample texts that it was copied from. */
  samples: string[]
}

export type DraftTexts = Translated<DraftText>

/** As it stands in the text boxes. */
export interface DraftText {
  subject: string
  preview: string
  /** Markdown. */
  body: string
}

/** Of all languages. Each may have 90 kB: see letter-file.ts. */
const maxBytes = 200_000

export async function readDraft(db: Db, name: string): Promise<LetterDraft | undefined> {
  const [draft] = await readDrafts(db, [name])
  return draft
}

/** @param wanted undefined: all */
export async function readDrafts(db: Db, wanted?: readonly string[]): Promise<LetterDraft[]> {
  const rows = await db
    .selectFrom('letter_drafts')
    .selectAll()
    .$if(wanted !== undefined, (query) => query.where('name', 'in', wanted!))
    .execute()
  return rows.map(toDraft)
}

type Saving = Pick<LetterDraft, 'name' | 'version' | 'texts' | 'isPublic'>

type Saved =
  | { state: 'saved'; version: number; savedAt: Instant }
  /** Somebody else has saved another text. */
  | { state: 'conflict'; stored: LetterDraft }
  /** It was sent or scheduled in the meantime. */
  | { state: 'sent' }
  /** It was deleted or renamed in the meantime. */
  | { state: 'gone' }

/**
 * Stores the text if nobody else has changed it since this version. The same text again keeps the version.
 * @throws UserError if the text is too long
 */
export async function saveDraft(db: Db, draft: Saving, now: Date): Promise<Saved> {
  const { name, version } = draft
  const texts = draftJson(draft.texts)
  const isPublic = draft.isPublic && !isWelcome(name) ? 1 : 0
  const saved = await db
    .updateTable('letter_drafts')
    .set((row) => {
      const isSame = row.and([row('texts', '=', texts), row('is_public', '=', isPublic)])
      const savedAt = row.ref('saved_at')
      return {
        texts,
        is_public: isPublic,
        version: row
          .case()
          .when(isSame)
          .then(row.ref('version'))
          .else(row('version', '+', 1))
          .end(),
        saved_at: row.case().when(isSame).then(savedAt).else(now.toISOString()).end(),
      }
    })
    .where('name', '=', name)
    .where('version', '=', version)
    .where((row) => row.not(row.exists(unchangeable(db, name))))
    .returning(['version', 'saved_at'])
    .executeTakeFirst()
  if (saved) return { state: 'saved', version: saved.version, savedAt: saved.saved_at }
  const stored = await readDraft(db, name)
  if (!stored) return { state: 'gone' }
  if ((await unchangeable(db, name).executeTakeFirst()) !== undefined) return { state: 'sent' }
  // The response to an earlier request was lost, or both have written the same.
  if (draftJson(stored.texts) === texts && stored.isPublic === (isPublic === 1))
    return { state: 'saved', version: stored.version, savedAt: stored.savedAt }
  return { state: 'conflict', stored }
}

/** Finds a row if the letter was sent or scheduled, and not cancelled before it was queued. */
function unchangeable(db: Db, name: string) {
  return db
    .selectFrom('letters')
    .select('name')
    .where('name', '=', name)
    .where((row) => row.or([row('state', '!=', 'stopped'), row('queued_at', 'is not', null)]))
}

/** The same text is always the same JSON. */
export function draftJson(texts: DraftTexts): string {
  const written = allLanguages.flatMap((language) => {
    const { subject, preview, body } = texts[language] ?? {}
    return body === undefined ? [] : [[language, { subject, preview, body }]]
  })
  const json = JSON.stringify(Object.fromEntries(written))
  const bytes = Buffer.byteLength(json)
  if (bytes <= maxBytes) return json
  throw new UserError(
    `The letter has ${Math.ceil(bytes / 1000)} kB of text, over ${maxBytes / 1000}: make it shorter. This was not saved.`,
  )
}

/** To recognise a sample that nobody has changed yet. */
export function sampleHash({
  subject,
  body,
}: Pick<DraftText, 'subject' | 'body'> | LetterText): string {
  return hash('sha256', `${subject}\n${body.trim()}`).slice(0, 16)
}

function toDraft(row: Selectable<LetterDraftTable>): LetterDraft {
  const { name, version, texts, is_public, samples, used_texts, used_at } = row
  return {
    name,
    version,
    texts: JSON.parse(texts) as DraftTexts,
    isPublic: is_public === 1,
    used: used_texts === null ? null : (JSON.parse(used_texts) as DraftTexts),
    usedAt: used_at,
    createdAt: row.created_at,
    savedAt: row.saved_at,
    samples: samples === null ? [] : (JSON.parse(samples) as string[]),
  }
}
