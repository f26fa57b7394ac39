import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import type { Db, LetterDraftTable } from '#database/schema.ts'
import type { Language } from '#language.ts'
import { UserError } from '#user-error.ts'
import type { LetterPicture } from './encode-picture.ts'
import { draftJson, sampleHash, type DraftTexts } from './letter-drafts.ts'
import {
  isWelcome,
  languagesOf,
  launchLetter,
  letterFile,
  parseLetterPath,
  parseText,
  pictureNames,
  type LetterText,
} from './letter-file.ts'
import { encodeOnce } from './letter-pictures.ts'
import { readSources, type LetterPlaces } from './read-letters.ts'
import { slugOf } from './slug-of.ts'
import { letterStateOf } from './stored-letters.ts'

/** A letter's places on a running site. */
type Places = LetterPlaces & { db: Db }

/**
 * Creates a draft with a name made of its subject.
 * @param from the texts of another letter, with their pictures
 */
export async function createDraft(
  places: Places,
  {
    subject,
    from,
    pictures = [],
  }: { subject: string; from?: DraftTexts; pictures?: LetterPicture[] },
  now: Date,
): Promise<string> {
  const trimmed = subject.trim()
  if (trimmed === '') throw new UserError('Begin with a subject.')
  const text = { preview: '', body: '', ...from?.en, subject: trimmed }
  const texts = draftJson({ ...from, en: text })
  const slug = slugOf(trimmed) || 'letter'
  for (let count = 1; ; count++) {
    const name = count === 1 ? slug : `${slug}-${count}`
    // These are sent in a way of their own: only their owner's wish makes a letter one of them.
    if (isWelcome(name) || name === launchLetter || (await isTaken(places, name))) continue
    if (await insertDraft(places.db, { ...emptyDraft, name, texts }, pictures, now)) return name
  }
}

const emptyDraft = { version: 1, is_public: 0, samples: null, used_texts: null, used_at: null }

/** @returns false if there is a draft of this name */
async function insertDraft(
  db: Db,
  row: Omit<Insertable<LetterDraftTable>, 'created_at' | 'saved_at'>,
  pictures: LetterPicture[],
  now: Date,
): Promise<boolean> {
  const at = now.toISOString()
  return await db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('letter_drafts')
      .values({ ...row, created_at: at, saved_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return false
    const rows = pictures.map((picture) => ({ ...picture, letter: row.name, added_at: at }))
    if (rows.length > 0) await trx.insertInto('draft_pictures').values(rows).execute()
    return true
  })
}

/** Whether a draft, a file or a letter that was sent has this name. */
async function isTaken({ db, lettersDir }: Places, name: string): Promise<boolean> {
  if (readSources(lettersDir, name).length > 0) return true
  if ((await letterStateOf(db, name)) !== undefined) return true
  return (await findDraft(db, name)) !== undefined
}

async function findDraft(db: Db, name: string) {
  const found = db.selectFrom('letter_drafts').select('used_texts').where('name', '=', name)
  return await found.executeTakeFirst()
}

/** @throws UserError unless the letter was never sent or scheduled, and the name is free */
export async function renameDraft(places: Places, name: string, newName: string): Promise<void> {
  const { db } = places
  if (newName === name) return
  if (!/^\w[\w.-]{0,59}$/.test(newName) || /\.(?:it|md)$/.test(newName)) {
    throw new UserError(
      'A name has at most 60 letters from a to z, digits, . - and _, and does not end with .it or .md.',
    )
  }
  if (await isTaken(places, newName)) throw new UserError(`There is a letter named ${newName}.`)
  await db.transaction().execute(async (trx) => {
    const draft = await findDraft(trx, name)
    if (!draft) throw new UserError('The letter was deleted or renamed in the meantime.')
    if ((await letterStateOf(trx, name)) !== undefined)
      throw new UserError(`${name} was sent or scheduled before: its name stays.`)
    if (draft.used_texts !== null) throw new UserError(`${name} is in use: its name stays.`)
    // A welcome letter has no page.
    const isPublic = isWelcome(newName) && { is_public: 0 }
    const drafts = trx.updateTable('letter_drafts').where('name', '=', name)
    await drafts.set({ name: newName, ...isPublic }).execute()
    const pictures = trx.updateTable('draft_pictures').where('letter', '=', name)
    await pictures.set({ letter: newName }).execute()
  })
}

/** Deletes the draft with its pictures. What was sent or scheduled stays as it is. */
export async function deleteDraft(db: Db, name: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('draft_pictures').where('letter', '=', name).execute()
    await trx.deleteFrom('letter_drafts').where('name', '=', name).execute()
  })
}

/** Copies a letter and its pictures from its files into a draft, which then counts. A second time changes nothing. */
export async function copyFile({ db, lettersDir }: Places, name: string, now: Date): Promise<void> {
  const texts: Partial<Record<Language, LetterText>> = {}
  for (const { file, source } of readSources(lettersDir, name)) {
    const { text, mistakes } = parseText(name, source)
    if (!text) throw new UserError(`${file}:${mistakes[0]!.line}: ${mistakes[0]!.sentence}`)
    texts[parseLetterPath(file).language] = text
  }
  if (!texts.en) throw new UserError(`There is no ${letterFile(name, 'en')}.`)
  const both = { ...texts, en: texts.en }
  const drafts = Object.entries(both).map(([language, { subject, preview, body }]) => [
    language,
    { subject, preview: preview ?? '', body },
  ])
  const json = draftJson(Object.fromEntries(drafts) as DraftTexts)
  const samples = Object.values(both).filter(({ isSample }) => isSample)
  const row = {
    name,
    version: 1,
    texts: json,
    is_public: texts.en.isPublic && !isWelcome(name) ? 1 : 0,
    samples: samples.length > 0 ? JSON.stringify(samples.map(sampleHash)) : null,
    // The same text goes on being sent, unless it is a sample, which does not go out on a public site.
    ...(isWelcome(name) && samples.length === 0
      ? { used_texts: json, used_at: now.toISOString() }
      : { used_texts: null, used_at: null }),
  }
  const names = languagesOf(both).flatMap((language) => pictureNames(both[language]!.body))
  const pictures: LetterPicture[] = []
  for (const picture of new Set(names)) {
    const file = join(lettersDir, picture)
    // The draft's checks name those that are missing or damaged.
    const encoded = existsSync(file) && (await encodeOnce(file).catch(() => undefined))
    if (encoded) pictures.push(encoded)
  }
  await insertDraft(db, row, pictures, now)
}

/** Deletes the draft, so that the file of the same name counts. */
export async function useFileAgain({ db, lettersDir }: Places, name: string): Promise<void> {
  if (readSources(lettersDir, name).length === 0)
    throw new UserError(`There is no ${letterFile(name, 'en')} any more: the draft stays.`)
  await deleteDraft(db, name)
}
