import { marked, type Token, type Tokens } from 'marked'

/** A letter as the owner wrote it in content/letters. */
export interface OwnLetter {
  name: string
  subject: string
  /** What an inbox shows beside the subject. */
  preview: string | null
  /** Markdown. */
  body: string
  /** Still the sample that came with the site. */
  isSample: boolean
}

/** Large mail programs cut a letter off at about 100 kB, and the unsubscribe link with it. */
const mostBytes = 90_000

/** Reads one file; every mistake is a line of its own: file, line, what is wrong. */
export function readLetter(
  file: string,
  source: string,
): { letter: OwnLetter } | { mistakes: string[] } {
  const text = source.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const [, front, body = ''] = /^---\n([\s\S]*?)\n---[ \t]*(?:\n|$)([\s\S]*)$/.exec(text) ?? []
  const at = (line: number, mistake: string) => `${file}:${line}: ${mistake}`
  if (front === undefined) {
    return { mistakes: [at(1, 'must begin with --- and a subject: line, closed by ---')] }
  }
  const { values, mistakes } = readFrontMatter(front)
  const firstLine = front.split('\n').length + 3
  mistakes.push(
    ...findMistakes(body).map(({ line, mistake }) => ({ line: line + firstLine - 1, mistake })),
  )
  if (!values.has('subject')) mistakes.unshift({ line: 1, mistake: 'subject is missing' })
  if (body.trim() === '') mistakes.push({ line: firstLine, mistake: 'the letter is empty' })
  if (Buffer.byteLength(text) > mostBytes) mistakes.push({ line: 1, mistake: 'is over 90 kB' })
  if (mistakes.length > 0) {
    return { mistakes: mistakes.map(({ line, mistake }) => at(line, mistake)) }
  }
  const name = /([^/]+)\.md$/.exec(file)![1]!
  const preview = values.get('preview') ?? null
  const isSample = values.get('sample') === 'true'
  return { letter: { name, subject: values.get('subject')!, preview, body: body.trim(), isSample } }
}

interface Mistake {
  line: number
  mistake: string
}

function readFrontMatter(front: string): { values: Map<string, string>; mistakes: Mistake[] } {
  const values = new Map<string, string>()
  const mistakes: Mistake[] = []
  for (const [index, raw] of front.split('\n').entries()) {
    const line = index + 2
    if (raw.trim() === '' || raw.startsWith('#')) continue
    const [, key, given] = /^(\w+):\s*(.*?)\s*$/.exec(raw) ?? []
    const value = given?.replace(/^(["'])(.*)\1$/, '$2')
    if (!key || !['subject', 'preview', 'sample'].includes(key)) {
      mistakes.push({ line, mistake: `"${raw.trim()}" is not subject:, preview: or sample:` })
    } else if (!value || value.length > 200 || /\p{Cc}/u.test(value)) {
      mistakes.push({ line, mistake: `${key} must be one line of 1 to 200 characters` })
    } else values.set(key, value)
  }
  return { values, mistakes }
}

/** What may not go into a letter, with its line in the body. */
function findMistakes(body: string): Mistake[] {
  const mistakes: Mistake[] = []
  let from = 0
  const visit = (token: Token) => {
    const mistake = mistakeOf(token)
    if (mistake === undefined) return
    const position = Math.max(0, body.indexOf(token.raw, from))
    from = position
    mistakes.push({ line: body.slice(0, position).split('\n').length, mistake })
  }
  void marked.walkTokens(marked.lexer(body), visit)
  return mistakes.toSorted((a, b) => a.line - b.line)
}

function mistakeOf(token: Token): string | undefined {
  switch (token.type) {
    case 'html':
      return `raw HTML cannot go into a letter: ${token.raw.trim().slice(0, 60)}`
    case 'image':
      // It would tell its server who opened the letter, and when.
      return 'a picture cannot go into a letter'
    case 'link': {
      const { href } = token as Tokens.Link
      return URL.parse(href)?.protocol === 'https:' ? undefined : `the link ${href} is not https`
    }
    default:
      return undefined
  }
}
