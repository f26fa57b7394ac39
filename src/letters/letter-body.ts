import { Marked, Parser, type Token, type Tokens } from 'marked'
import { colour } from '#colours.ts'
import { serif } from '#mail/layout/mail-parts.tsx'

/** A letter's Markdown in the look of the letters. Reading it has refused raw HTML and pictures. */
export function letterHtml(markdown: string): string {
  const html = inLetters.parse(markdown, { async: false })
  return html.replaceAll(/<(\w+)/g, (start, tag: string) =>
    `${start} ${attributes[tag] ?? ''}`.trim(),
  )
}

/** The Markdown as it was written, with links spelled out, for those who read mail without HTML. */
export function letterText(markdown: string): string {
  let text = markdown
  void inLetters.walkTokens(inLetters.lexer(markdown), (token) => {
    const words = spelledOut(token)
    if (words !== undefined) text = text.replace(token.raw, () => words)
  })
  return text.replace(/^#{1,6} +/gm, '')
}

/** Its headings and paragraphs, without any marks: for a title, and for what an inbox shows. */
export function plainWords(markdown: string): string {
  const parser = new Parser()
  return inLetters
    .lexer(markdown)
    .filter(({ type }) => type === 'heading' || type === 'paragraph')
    .map(({ tokens = [] }: Tokens.Generic) => parser.parseInline(tokens, parser.textRenderer))
    .join(' ')
}

function spelledOut(token: Token): string | undefined {
  if (token.type === 'def') return ''
  if (token.type === 'escape') return (token as Tokens.Escape).text
  if (token.type !== 'link' || !token.raw.startsWith('[')) return undefined
  const { text, href } = token as Tokens.Link
  return text === href ? href : `${text} (${href})`
}

const list = 'style="margin:0 0 16px;padding:0 0 0 24px"'
const cell = 'style="padding:4px 16px 4px 0"'
/** What mail programs need in place, on the tags that Markdown becomes. */
const attributes: Record<string, string> = {
  h2: `style="margin:32px 0 12px;font:500 22px/1.3 ${serif}"`,
  h3: `style="margin:24px 0 8px;font:500 18px/1.3 ${serif}"`,
  p: 'style="margin:0 0 16px"',
  ul: list,
  ol: list,
  li: 'style="margin:0 0 8px"',
  blockquote: `class="rule" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${colour('accent-fill').light}"`,
  hr: `class="rule" style="margin:24px 0;border:0;border-top:1px solid ${colour('rule').light}"`,
  pre: 'style="margin:0 0 16px;white-space:pre-wrap"',
  table: 'style="margin:0 0 16px"',
  th: cell,
  td: cell,
  a: `class="link" style="color:${colour('accent').light}"`,
}

const inLetters = new Marked({
  walkTokens(token) {
    if (token.type === 'heading') token['depth'] = token['depth'] <= 2 ? 2 : 3
    // A host in letters of another alphabet would be spelt in percent signs.
    if (token.type === 'link') token['href'] = URL.parse(token['href'])?.href ?? token['href']
  },
})
