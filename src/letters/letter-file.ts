import { marked, type Token, type Tokens } from 'marked'
import { englishNames, type Language, type Translated } from '#language.ts'
import { findSlowMarkdown } from './slow-markdown.ts'

/** A letter as the owner wrote it: in content/letters, where NAME.it.md translates NAME.md, or in the console. */
export interface OwnLetter {
  name: string
  origin: 'file' | 'database'
  texts: Translated<LetterText>
}

export interface LetterText {
  subject: string
  /** The line that a mail program shows beside the subject. */
  preview: string | null
  /** Markdown. */
  body: string
  /** Still the sample that came with the site. */
  isSample: boolean
  /** Has a page on the site once it goes out: the same in every language. */
  isPublic: boolean
}

export function letterFile(name: string, language: Language): string {
  return `content/letters/${name}${language === 'en' ? '' : `.${language}`}.md`
}

type Place = Pick<OwnLetter, 'name' | 'origin'>

/** For the start of a mistake. */
export function placeOf({ name, origin }: Place, language: Language): string {
  return origin === 'file' ? letterFile(name, language) : `${name}, ${englishNames[language]}`
}

/** For sentences. */
export function textName({ name, origin }: Place, language: Language): string {
  return origin === 'file'
    ? letterFile(name, language)
    : `the ${englishNames[language]} text of ${name}`
}

/** Sent to each subscriber on confirmation, not by `letters send`: the second one after the launch, if it is there. */
export const welcomeNames = ['welcome', 'welcome-launched'] as const

export function isWelcome(name: string): boolean {
  return welcomeNames.some((one) => one === name)
}

/** Says that the tool is there. */
export const launchLetter = 'launch'

/** Of a text, and of its email's HTML: Gmail clips it at about 100 kB, and the unsubscribe link with it. */
export const maxLetterBytes = 90_000

export function languagesOf(texts: Translated<unknown>): Language[] {
  return Object.keys(texts) as Language[]
}

/**
 * The texts of each letter. A mistake names its file and line.
 * @param languages files in others are left out
 */
export function collectLetters(sources: { file: string; source: string }[], languages: Language[]) {
  const letters = new Map<string, OwnLetter>()
  const mistakes: string[] = []
  // English comes first: launch.it.md sorts before launch.md.
  for (const { file, source } of sources.toSorted((a, b) => a.file.length - b.file.length)) {
    const { name, language } = parseLetterPath(file)
    if (!languages.includes(language)) continue
    const read = readLetter(file, source)
    if ('mistakes' in read) mistakes.push(...read.mistakes)
    else if (language === 'en')
      letters.set(name, { name, origin: 'file', texts: { en: read.text } })
    else if (!letters.has(name)) {
      mistakes.push(`${file}: has no English text: write ${letterFile(name, 'en')}`)
    } else if (letters.get(name)!.texts.en.isPublic !== read.text.isPublic) {
      mistakes.push(`${file}: must have the same public: as ${letterFile(name, 'en')}`)
    } else letters.get(name)!.texts[language] = read.text
  }
  return { letters, mistakes }
}

/** Reads one file; every mistake is a line of its own: file, line, what is wrong. */
export function readLetter(
  file: string,
  source: string,
): { text: LetterText } | { mistakes: string[] } {
  const { text, mistakes } = parseText(parseLetterPath(file).name, source)
  if (text && mistakes.length === 0) return { text }
  return { mistakes: mistakes.map(({ line, sentence }) => `${file}:${line}: ${sentence}`) }
}

interface Mistake {
  /** Of the source, from 1. */
  line: number
  sentence: string
}

/**
 * Reads one text with its front matter, for files and drafts.
 * @returns with mistakes, too, a text that can be shown, if any
 */
export function parseText(
  name: string,
  source: string,
): { text: LetterText | undefined; mistakes: Mistake[] } {
  const mistakes: Mistake[] = []
  const report: Report = (line, sentence) => mistakes.push({ line, sentence })
  // The console reads all letters again and again: a huge file by mistake must not hold it up.
  if (Buffer.byteLength(source) > maxLetterBytes) {
    report(1, 'is over 90 kB')
    return { text: undefined, mistakes }
  }
  const text = source.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const [, front, body = ''] = /^---\n([\s\S]*?)\n---[ \t]*(?:\n|$)([\s\S]*)$/.exec(text) ?? []
  if (front === undefined) {
    report(1, 'must begin with --- and a subject: line, closed by ---')
    return { text: undefined, mistakes }
  }
  const values = readFrontMatter(front, report)
  if (!values.has('subject')) report(1, 'subject is missing')
  // As it is sent: with spaces before it, the first line could be code, which is not checked.
  const trimmed = body.trim()
  const [before = ''] = /^\s*/.exec(body) ?? []
  const linesBefore = `${front}${before}`.split('\n').length + 2
  const slow = findSlowMarkdown(trimmed)
  if (slow) {
    report(linesBefore + slow.line, slow.sentence)
    return { text: undefined, mistakes }
  }
  checkBody(trimmed, (line, mistake) => report(linesBefore + line, mistake))
  const isSample = values.get('sample') === 'true'
  const isPublic = values.get('public') === 'true'
  if (!isSample) checkLeftovers(text, report)
  // The name becomes part of each mail's id, and of its page's address.
  if (!/^\w[\w.-]*$/.test(name))
    report(1, 'must be named with letters from a to z, digits, . - and _')
  if (isPublic && isWelcome(name)) report(1, 'a welcome letter has no page: take public: out')
  const preview = values.get('preview') ?? null
  const subject = values.get('subject') ?? ''
  return { text: { subject, preview, body: trimmed, isSample, isPublic }, mistakes }
}

/** The names of a text's picture files, each once. */
export function pictureNames(markdown: string): string[] {
  const names = new Set<string>()
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === 'image') names.add((token as Tokens.Image).href)
  })
  return [...names]
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
    const [, key, given] = /^(\w+):(.*)$/.exec(raw) ?? []
    const value = given?.trim().replace(/^(["'])(.*)\1$/, '$2')
    if (!key || !['subject', 'preview', 'sample', 'public'].includes(key)) {
      report(line, `"${raw.trim()}" is not subject:, preview:, sample: or public:`)
    } else if (key === 'public' && value !== 'true' && value !== 'false') {
      report(line, 'public must be true or false')
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
  /(?<![\w-])(?:[\w-]{1,63}\.){0,8}(?:example\.(?:com|net|org)|[\w-]{1,63}\.example)(?![\w-]|\.\w)/gi

/** Word processors leave them behind, and they would make the feed invalid XML. */
const unprintable = /[^\P{Cc}\t]|[\ufffe\uffff]/u

/** Reports content that letters can't have, with its line in the body. */
function checkBody(body: string, report: Report) {
  if (body.trim() === '') report(1, 'the letter is empty')
  for (const [index, line] of body.split('\n').entries()) {
    const [character] = unprintable.exec(line) ?? []
    if (character === undefined) continue
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    report(index + 1, `has an invisible character (U+${code}): write the line again`)
  }
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
      return pictureMistake(token as Tokens.Image)
    case 'link': {
      const { href, raw } = token as Tokens.Link
      if (/^(?:https|mailto):$/.test(URL.parse(href)?.protocol ?? '')) return undefined
      return raw.startsWith('www.') ? `write https://${raw}` : `the link ${href} is not https`
    }
    case 'text': {
      const [unread] = /!\[[^\]]{0,300}\](?:\([^)]{0,300}\)|\[[^\]]{0,300}\])/.exec(token.raw) ?? []
      return unread !== undefined && !token.tokens ? misnamed(unread) : undefined
    }
    default:
      return undefined
  }
}

function pictureMistake({ href, text, raw }: Tokens.Image): string | undefined {
  // Loading a picture would tell its server who opened the letter, and when.
  if (URL.canParse(href)) return `save the picture ${href} beside the letter, and write its name`
  if (!/^\w[\w.-]*$/.test(href)) return misnamed(raw)
  if (!/\.(?:jpe?g|png|webp)$/i.test(href)) return `${href} must be a JPEG, PNG or WebP`
  if (text.trim() === '') return `say what ${href} shows: ![What it shows](${href})`
  return undefined
}

function misnamed(picture: string): string {
  return `${picture}: a picture is a file beside the letter, named with letters from a to z, digits, . - and _`
}
