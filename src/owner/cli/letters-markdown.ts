import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { englishNames, type Language } from '#language.ts'
import { draftSource, isSampleText } from '#letters/parse-draft.ts'
import { listDraftPictures, readDraftPicture } from '#letters/draft-pictures.ts'
import { languagesOf, parseLetterPath } from '#letters/letter-file.ts'
import type { LetterDraft } from '#letters/letter-drafts.ts'
import { readLetters, readSources } from '#letters/read-letters.ts'
import { findLetter, notWritten } from '../send-letter.ts'
import type { CommandContext } from './command-context.ts'

export interface MarkdownOptions {
  language?: Language
  /** A folder to write its pictures to. */
  pictures?: string
}

/** Prints one language of a letter as a file of content/letters. */
export async function printMarkdown(
  context: CommandContext,
  name: string,
  { language = 'en', pictures }: MarkdownOptions,
) {
  const { db } = await context.database()
  const { lettersDir, terminal } = context
  const [found] = await readLetters({ db, lettersDir }, name)
  // Says which letters there are.
  if (!found) return void (await findLetter({ db, lettersDir }, name))
  const sources = found.draft ? sourcesOf(found.draft) : filesOf(lettersDir, name)
  const source = sources.get(language)
  if (source === undefined) throw notWritten(name, language)
  await terminal.write(`${source.trimEnd()}\n`)
  const others = [...sources.keys()].filter((other) => other !== language)
  for (const other of others) {
    terminal.note(`It is written in ${englishNames[other]}, too: --language ${other}`)
  }
  if (!found.draft) return
  const stored = (await listDraftPictures(db, name)).map((picture) => picture.name)
  if (pictures === undefined) {
    if (stored.length > 0)
      terminal.note(`It has ${stored.join(', ')}: --pictures content/letters writes them there.`)
    return
  }
  for (const picture of stored) {
    // A restored backup could name a path.
    const file = join(context.pathOf(pictures), basename(picture))
    writeFileSync(file, (await readDraftPicture(db, name, picture))!.bytes)
    terminal.note(`Wrote ${file}.`)
  }
}

function sourcesOf(draft: LetterDraft): Map<Language, string> {
  const { texts, isPublic } = draft
  return new Map(
    languagesOf(texts).map((language) => {
      const text = texts[language]!
      return [language, draftSource(text, { isPublic, isSample: isSampleText(draft, text) })]
    }),
  )
}

function filesOf(lettersDir: string, name: string): Map<Language, string> {
  const files = readSources(lettersDir, name)
  return new Map(files.map(({ file, source }) => [parseLetterPath(file).language, source]))
}
