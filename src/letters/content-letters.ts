import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { site } from '#content/content.ts'
import type { Language } from '#language.ts'
import { readTextFile } from '#user-error.ts'
import {
  collectLetters,
  languagesOf,
  letterFile,
  parseLetterPath,
  pictureNames,
  type OwnLetter,
} from './letter-file.ts'

/** From the working folder, like `.env` and the default of DATA_DIR. */
export const lettersDir = 'content/letters'

export interface LetterOnDisk {
  name: string
  /** Undefined if it has a mistake. */
  letter: OwnLetter | undefined
  mistakes: string[]
}

/**
 * The letters in the folder as it is now: a text that was edited after the build is the one that is sent.
 * @param wanted the name of one letter
 */
export function readLetters(folder = lettersDir, wanted?: string): LetterOnDisk[] {
  if (!existsSync(folder)) return []
  const all = readdirSync(folder)
  const sources = all
    .filter((name) => name.endsWith('.md'))
    .filter((name) => wanted === undefined || parseLetterPath(name).name === wanted)
    .map((name) => ({ file: `content/letters/${name}`, source: readTextFile(join(folder, name)) }))
  const byName = Map.groupBy(sources, ({ file }) => parseLetterPath(file).name)
  return Array.from(byName, ([name, files]) => {
    const { letters, mistakes: inTexts } = collectLetters(files, site.languages)
    const letter = letters.get(name)
    const mistakes = [...inTexts, ...(letter ? missingPictures(letter, all) : [])]
    return { name, letter: mistakes.length === 0 ? letter : undefined, mistakes }
  }).filter(({ letter, mistakes }) => letter !== undefined || mistakes.length > 0)
}

function missingPictures({ name, texts }: OwnLetter, files: string[]): string[] {
  return languagesOf(texts).flatMap((language) =>
    pictureNames(texts[language]!.body)
      .filter((picture) => !files.includes(picture))
      .map((picture) => `${letterFile(name, language)}: there is no ${lettersDir}/${picture}`),
  )
}

/** The files of a letter that are still samples. */
export function sampleFiles({ name, texts }: OwnLetter): string[] {
  return languagesOf(texts)
    .filter((language) => texts[language]!.isSample)
    .map((language) => letterFile(name, language))
}

/** The languages of the site that the letter is not written in. */
export function missingLanguages({ texts }: OwnLetter): Language[] {
  return site.languages.filter((language) => texts[language] === undefined)
}
