import { site } from '#content/content.ts'
import { allLanguages, type Language } from '#language.ts'
import { maxPictures } from './draft-pictures.ts'
import { parseText, pictureNames, placeOf, type LetterText, type OwnLetter } from './letter-file.ts'
import { sampleHash, type DraftText, type DraftTexts, type LetterDraft } from './letter-drafts.ts'

/** In a draft. */
export interface DraftMistake {
  language: Language
  /** Of the text box; undefined if it is about another field, or the whole text. */
  line: number | undefined
  sentence: string
}

/** To be parsed, or to be kept as a file. */
export function draftSource(
  { subject, preview, body }: DraftText,
  { isPublic, isSample }: Pick<LetterText, 'isPublic' | 'isSample'>,
): string {
  return [...frontOf({ subject, preview }, { isPublic, isSample }), '', body].join('\n')
}

function frontOf(
  { subject, preview }: Pick<DraftText, 'subject' | 'preview'>,
  { isPublic, isSample }: Pick<LetterText, 'isPublic' | 'isSample'>,
): string[] {
  return [
    '---',
    // At least this line: otherwise the front matter would end at the first rule in the text.
    subject.trim() === '' ? '' : `subject: ${quoted(subject)}`,
    ...(preview.trim() === '' ? [] : [`preview: ${quoted(preview)}`]),
    ...(isPublic ? ['public: true'] : []),
    ...(isSample ? ['sample: true'] : []),
    '---',
  ]
}

/** The parser takes one pair of quotes away. */
function quoted(value: string): string {
  return /^(["']).*\1$/.test(value.trim()) ? `"${value}"` : value
}

type Parsed = Pick<LetterDraft, 'name' | 'isPublic' | 'samples'> & { texts: DraftTexts }

/**
 * Parses a draft as if it were a file.
 * @param pictures the names of those that are stored with it; undefined: that was checked
 * @returns with mistakes, too, a letter that can be shown, if any
 */
export function parseDraft(
  { name, texts, isPublic, samples }: Parsed,
  pictures?: string[],
): { letter: OwnLetter | undefined; mistakes: DraftMistake[] } {
  const mistakes: DraftMistake[] = []
  const read: Partial<Record<Language, LetterText>> = {}
  for (const language of allLanguages) {
    const draft = texts[language]
    if (!draft || !site.languages.includes(language)) continue
    const isSample = isSampleText({ samples }, draft)
    const shown = { isPublic, isSample }
    const { text, mistakes: found } = parseText(name, draftSource(draft, shown))
    const linesBefore = frontOf(draft, shown).length + 1
    for (const { line, sentence } of found) {
      mistakes.push({
        language,
        line: line > linesBefore ? line - linesBefore : undefined,
        sentence,
      })
    }
    if (!text) continue
    read[language] = text
    for (const picture of pictureNames(text.body)) {
      if (!pictures || pictures.includes(picture)) continue
      const sentence = `the picture ${picture} is missing: add it again, or take it out`
      mistakes.push({ language, line: lineOf(draft.body, `(${picture}`), sentence })
    }
  }
  const named = new Set(Object.values(read).flatMap(({ body }) => pictureNames(body)))
  if (pictures && named.size > maxPictures) {
    const sentence = `a letter has room for ${maxPictures} pictures, and this one has ${named.size}: take some out`
    mistakes.push({ language: 'en', line: undefined, sentence })
  }
  const letter = read.en && { name, origin: 'database' as const, texts: { ...read, en: read.en } }
  return { letter, mistakes }
}

/** Whether it is still the sample that it was copied from. */
export function isSampleText({ samples }: Pick<LetterDraft, 'samples'>, text: DraftText): boolean {
  return samples.includes(sampleHash(text))
}

function lineOf(body: string, part: string): number | undefined {
  const index = body.indexOf(part)
  return index === -1 ? undefined : body.slice(0, index).split('\n').length
}

/** "march, English, line 5: …" */
export function describeMistake(name: string, { language, line, sentence }: DraftMistake): string {
  const place = placeOf({ name, origin: 'database' }, language)
  return line === undefined ? `${place}: ${sentence}` : `${place}, line ${line}: ${sentence}`
}
