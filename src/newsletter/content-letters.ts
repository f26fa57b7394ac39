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
  readLetters,
  type OwnLetter,
} from './letter-file.ts'

/** The letters in content/letters, by name. Only in code that Vite has built: plain Node has no `import.meta.glob`. */
export function contentLetters(): Map<string, OwnLetter> {
  const files = import.meta.glob<string>('../../content/letters/*.md', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const sources = Object.entries(files).map(([path, source]) => {
    return { file: path.replace(/^.*?content\//, 'content/'), source }
  })
  return readLetters(sources, site.languages)
}

/**
 * The letters in the folder as it is now, with the mistakes of those that can't be read. Without the folder, as in a
 * container, those of the build.
 */
export function readLetterFolder(folder: string) {
  if (!existsSync(folder)) {
    return Array.from(contentLetters().values(), (letter) => {
      return { name: letter.name, letter, mistakes: [] as string[] }
    })
  }
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ file: `content/letters/${name}`, source: readTextFile(join(folder, name)) }))
  const byName = Map.groupBy(sources, ({ file }) => parseLetterPath(file).name)
  return Array.from(byName, ([name, files]) => {
    const { letters, mistakes } = collectLetters(files, site.languages)
    return { name, letter: mistakes.length === 0 ? letters.get(name) : undefined, mistakes }
  })
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
