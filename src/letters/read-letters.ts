import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { site } from '#content/content.ts'
import type { Db } from '#database/schema.ts'
import type { Language } from '#language.ts'
import { readTextFile } from '#user-error.ts'
import { describeMistake, parseDraft, type DraftMistake } from './parse-draft.ts'
import { listDraftPictures } from './draft-pictures.ts'
import { readDrafts, type LetterDraft } from './letter-drafts.ts'
import {
  collectLetters,
  isWelcome,
  languagesOf,
  letterFile,
  parseLetterPath,
  pictureNames,
  placeOf,
  type OwnLetter,
} from './letter-file.ts'

/** From the working folder, like `.env` and the default of DATA_DIR. */
export const lettersDir = 'content/letters'

export interface LetterPlaces {
  /** Undefined during the build: only files are read. */
  db?: Db
  lettersDir: string
}

export interface FoundLetter {
  name: string
  origin: 'file' | 'database'
  /** Undefined if it can't be read. */
  subject: string | undefined
  /** Undefined if it has a mistake. */
  letter: OwnLetter | undefined
  mistakes: string[]
  /** From the database. */
  draft?: FoundDraft
}

interface FoundDraft extends LetterDraft {
  /** The letter as far as it can be shown, in spite of its mistakes. */
  shown: OwnLetter | undefined
  mistakes: DraftMistake[]
  /** The file of the same name, which is not used. */
  unusedFile: string | undefined
  /** Only of a welcome letter: what goes out until the owner uses the draft's text. */
  inUse: OwnLetter | undefined
}

/**
 * The letters as they are now: drafts from the console, and the files without a draft of the same name. A text that was
 * edited after the build is the one that is sent.
 * @param wanted the name of one letter
 */
export async function readLetters(places: LetterPlaces, wanted?: string): Promise<FoundLetter[]> {
  const { db, lettersDir: folder } = places
  const files = readFiles(folder, wanted)
  const drafts = db ? await readDrafts(db, wanted === undefined ? undefined : [wanted]) : []
  const pictures = db && drafts.length > 0 ? await listDraftPictures(db, wanted) : []
  const found = drafts.map((draft) => {
    const own = pictures.filter(({ letter }) => letter === draft.name).map(({ name }) => name)
    const file = files.find(({ name }) => name === draft.name)
    return foundDraft(draft, own, file)
  })
  const isHidden = (name: string) => drafts.some((draft) => draft.name === name)
  const all = [...found, ...files.filter(({ name }) => !isHidden(name))]
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * @param pictures the names of those that are stored with it
 * @param file of the same name
 */
export function foundDraft(
  draft: LetterDraft,
  pictures: string[],
  file?: FoundLetter,
): FoundLetter {
  const { name, texts, used } = draft
  const { letter: shown, mistakes } = parseDraft(draft, pictures)
  // A welcome letter goes out as its file says until the owner has begun to use the draft's text.
  const inUse = used ? parseDraft({ ...draft, texts: used }).letter : file?.letter
  const unusedFile = file && (used || !isWelcome(name)) ? letterFile(name, 'en') : undefined
  return {
    name,
    origin: 'database',
    subject: texts.en.subject,
    letter: mistakes.length === 0 ? shown : undefined,
    mistakes: mistakes.map((mistake) => describeMistake(name, mistake)),
    draft: {
      ...draft,
      shown,
      mistakes,
      unusedFile,
      inUse: isWelcome(name) ? inUse : undefined,
    },
  }
}

function readFiles(folder: string, wanted?: string): FoundLetter[] {
  const sources = readSources(folder, wanted)
  const all = sources.length > 0 ? readdirSync(folder) : []
  const byName = Map.groupBy(sources, ({ file }) => parseLetterPath(file).name)
  return Array.from(byName, ([name, files]) => {
    const { letters, mistakes: inTexts } = collectLetters(files, site.languages)
    const letter = letters.get(name)
    const mistakes = [...inTexts, ...(letter ? missingPictures(letter, all) : [])]
    const isRight = mistakes.length === 0
    return {
      name,
      origin: 'file' as const,
      subject: letter?.texts.en.subject,
      letter: isRight ? letter : undefined,
      mistakes,
    }
  }).filter(({ letter, mistakes }) => letter !== undefined || mistakes.length > 0)
}

/** The files of letters, with their paths in the project. @param wanted the name of one letter */
export function readSources(folder: string, wanted?: string) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .filter((name) => wanted === undefined || parseLetterPath(name).name === wanted)
    .map((name) => ({ file: `content/letters/${name}`, source: readTextFile(join(folder, name)) }))
}

function missingPictures({ name, texts }: OwnLetter, files: string[]): string[] {
  return languagesOf(texts).flatMap((language) =>
    pictureNames(texts[language]!.body)
      .filter((picture) => !files.includes(picture))
      .map((picture) => `${letterFile(name, language)}: there is no ${lettersDir}/${picture}`),
  )
}

/** The texts of a letter that are still samples. */
export function sampleTexts(own: OwnLetter): string[] {
  return languagesOf(own.texts)
    .filter((language) => own.texts[language]!.isSample)
    .map((language) => placeOf(own, language))
}

/** The languages of the site that the letter is not written in. */
export function missingLanguages({ texts }: OwnLetter): Language[] {
  return site.languages.filter((language) => texts[language] === undefined)
}
