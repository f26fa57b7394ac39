import { marked, type Token, type Tokens } from 'marked'
import type { Language, Translated } from '#language.ts'
import { UserError } from '#user-error.ts'

/** A letter as the owner wrote it in content/letters: NAME.md is English, NAME.it.md its translation. */
export interface OwnLetter {
  name: string
  texts: Translated<LetterText>
}

interface LetterText {
  subject: string
  /** The line that an inbox shows beside the subject. */
  preview: string | null
  /** Markdown. */
  body: string
  /** Still the sample that came with the site. */
  isSample: boolean
}

export function letterFile(name: string, language: Language): string {
  return `content/letters/${name}${language === 'en' ? '' : `.${language}`}.md`
}

/** Sent to each subscriber on confirmation, not by `letters send`. */
export const welcomeName = 'welcome'

/** Gmail clips a mail at about 100 kB, and the unsubscribe link with it. */
const maxBytes = 90_000

export function languagesOf(texts: Translated<unknown>): Language[] {
  return Object.keys(texts) as Language[]
}

interface LetterSource {
  file: string
  source: string
}

/** By name. Throws a UserError that names file and line of every mistake. */
export function readLetters(sources: LetterSource[], languages: Language[]) {
  const { letters, mistakes } = collectLetters(sources, languages)
  if (mistakes.length === 0) return letters
  throw new UserError(`The letters need a correction:\n  ${mistakes.join('\n  ')}`)
}

/** @param languages files in others are left out */
export function collectLetters(sources: LetterSource[], languages: Language[]) {
  const letters = new Map<string, OwnLetter>()
  const mistakes: string[] = []
  // English comes first: launch.it.md sorts before launch.md.
  for (const { file, source } of sources.toSorted((a, b) => a.file.length - b.file.length)) {
    const { name, language } = parseLetterPath(file)
    if (!languages.includes(language)) continue
    const read = readLetter(file, source)
    if ('mistakes' in read) mistakes.push(...read.mistakes)
    else if (language === 'en') letters.set(name, { name, texts: { en: read.text } })
    else if (letters.has(name)) letters.get(name)!.texts[language] = read.text
    else mistakes.push(`${file}: has no English text: write ${letterFile(name, 'en')}`)
  }
  return { letters, mistakes }
}

/** Reads one file; every mistake is a line of its own: file, line, what is wrong. */
export function readLetter(
  file: string,
  source: string,
): { text: LetterText } | { mistakes: string[] } {
  const text = source.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const [, front, body = ''] = /^---\n([\s\S]*?)\n---[ \t]*(?:\n|$)([\s\S]*)$/.exec(text) ?? []
  const mistakes: string[] = []
  const report: Report = (line, mistake) => mistakes.push(`${file}:${line}: ${mistake}`)
  if (front === undefined) {
    report(1, 'must begin with --- and a subject: line, closed by ---')
    return { mistakes }
  }
  const values = readFrontMatter(front, report)
  if (!values.has('subject')) report(1, 'subject is missing')
  const linesBefore = front.split('\n').length + 2
  checkBody(body, (line, mistake) => report(linesBefore + line, mistake))
  const isSample = values.get('sample') === 'true'
  if (!isSample) checkLeftovers(text, report)
  if (Buffer.byteLength(text) > maxBytes) report(1, 'is over 90 kB')
  const { name } = parseLetterPath(file)
  // The name becomes part of each mail's id.
  if (!/^[\w.-]+$/.test(name))
    report(1, 'must be named with letters from a to z, digits, . - and _')
  if (mistakes.length > 0) return { mistakes }
  const preview = values.get('preview') ?? null
  return { text: { subject: values.get('subject')!, preview, body: body.trim(), isSample } }
}

export function parseLetterPath(file: string): { name: string; language: Language } {
  const [, name, language = 'en'] = /([^/]+?)(?:\.(it))?\.md$/.exec(file)!
  return { name: name!, language: language as Language }
}

type Report = (line: number, mistake: string) => void

function readFrontMatter(front: string, report: Report): Map<string, string> {
  const values = new Map<string, string>()
  for (const [index, raw] of front.split('\n').entries()) {
    const line = index + 2
    if (raw.trim() === '' || raw.startsWith('#')) continue
    const [, key, given] = /^(\w+):\s*(.*?)\s*$/.exec(raw) ?? []
    const value = given?.replace(/^(["'])(.*)\1$/, '$2')
    if (!key || !['subject', 'preview', 'sample'].includes(key)) {
      report(line, `"${raw.trim()}" is not subject:, preview: or sample:`)
    } else if (!value || value.length > 200 || /\p{Cc}/u.test(value)) {
      report(line, `${key} must be one line of 1 to 200 characters`)
    } else values.set(key, value)
  }
  return values
}

/** Placeholders in braces and example domains would be sent as they are. */
function checkLeftovers(text: string, report: Report) {
  for (const [index, line] of text.split('\n').entries()) {
    for (const [braces] of line.matchAll(/\{[^{}]*\}/g)) {
      report(index + 1, `${braces} would be sent as it stands: letters have no variables`)
    }
    for (const [domain] of line.matchAll(exampleDomain)) {
      report(index + 1, `${domain} is an example domain: write the real address`)
    }
  }
}

/** example.com, example.org, example.net and .example, which nobody can own (RFC 2606), and their subdomains. */
const exampleDomain =
  /(?<![\w-])(?:[\w-]+\.)*(?:example\.(?:com|net|org)|[\w-]+\.example)(?![\w-]|\.\w)/gi

/** Reports content that letters can't have, with its line in the body. */
function checkBody(body: string, report: Report) {
  if (body.trim() === '') report(1, 'the letter is empty')
  let from = 0
  void marked.walkTokens(marked.lexer(body), (token) => {
    const mistake = mistakeOf(token)
    if (mistake === undefined) return
    from = body.indexOf(token.raw, from) + 1
    report(body.slice(0, from).split('\n').length, mistake)
  })
}

function mistakeOf(token: Token): string | undefined {
  switch (token.type) {
    case 'html':
      return `raw HTML cannot go into a letter: ${token.raw.trim().slice(0, 60)}`
    case 'image':
      // Loading a picture would tell its server who opened the letter, and when.
      return 'a picture cannot go into a letter'
    case 'link': {
      const { href, raw } = token as Tokens.Link
      if (/^(?:https|mailto):$/.test(URL.parse(href)?.protocol ?? '')) return undefined
      return raw.startsWith('www.') ? `write https://${raw}` : `the link ${href} is not https`
    }
    default:
      return undefined
  }
}
