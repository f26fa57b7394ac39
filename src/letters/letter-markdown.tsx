import { Marked, Parser, type Token, type Tokens } from 'marked'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { colour } from '#colours.ts'
import { contentWidth } from '#mail/layout/mail-layout.tsx'
import { ButtonLink, serif } from '#mail/layout/mail-parts.tsx'
import type { PictureFacts } from './letter-pictures.ts'

/** The differences between a letter as mail and as a page. */
interface LetterLook {
  /** Of a paragraph with one link. */
  button: (href: string, label: string) => ReactElement
  picture: (picture: PictureFacts, alt: string) => ReactElement
  /** Attributes of each tag that Markdown becomes. */
  attributes: Record<string, string>
}

/** A letter's Markdown as HTML. Reading the file has refused raw HTML. */
export function letterHtml(
  markdown: string,
  pictures: PictureFacts[] = [],
  look = mailLook,
): string {
  const tokens = markdownParser.lexer(markdown)
  void markdownParser.walkTokens(tokens, (token) => {
    prepare(token)
    if (token.type !== 'image') return
    Object.assign(token, { html: pictureHtml(token as Tokens.Image, pictures, look) })
  })
  return tokens.map((token) => blockHtml(token, look)).join('')
}

function pictureHtml({ href, text }: Tokens.Image, pictures: PictureFacts[], look: LetterLook) {
  const picture = pictures.find(({ name }) => name === href)
  const html = renderToStaticMarkup(picture ? look.picture(picture, text) : <>{text}</>)
  // React adds a preload, which a mail program may not know.
  return html.replace(/^<link [^>]*>/, '')
}

function blockHtml(token: Token, { button, attributes }: LetterLook): string {
  const link = onlyLink(token)
  if (link) return renderToStaticMarkup(button(link.href, plainInline(link.tokens)))
  return markdownParser
    .parser([token])
    .replaceAll(/<(\w+)/g, (start, tag: string) => `${start} ${attributes[tag] ?? ''}`.trim())
}

/** A paragraph with one link becomes a button, unless the link shows a picture or its own address. */
function onlyLink(token: Token): Tokens.Link | undefined {
  const [link, ...others] = (token.type === 'paragraph' && token.tokens) || []
  if (link?.type !== 'link' || others.length > 0 || !link.raw.startsWith('[')) return undefined
  return link.tokens?.some(({ type }) => type === 'image') ? undefined : (link as Tokens.Link)
}

/** The Markdown as it was written, with the addresses of links and the words of pictures, for the text part. */
export function letterText(markdown: string): string {
  let text = markdown
  void markdownParser.walkTokens(markdownParser.lexer(markdown), (token) => {
    const words = spelledOut(token)
    if (words !== undefined) text = text.replace(token.raw, () => words)
  })
  return text.replace(/^#{1,6} +/gm, '')
}

/** Headings and paragraphs without Markdown's marks, for the title and the preview in an inbox. */
export function plainWords(markdown: string): string {
  return markdownParser
    .lexer(markdown)
    .filter(({ type }) => type === 'heading' || type === 'paragraph')
    .map(({ tokens = [] }: Tokens.Generic) => plainInline(tokens))
    .join(' ')
}

function plainInline(tokens: Token[]): string {
  const parser = new Parser()
  return parser.parseInline(tokens, parser.textRenderer)
}

function spelledOut(token: Token): string | undefined {
  if (token.type === 'def') return ''
  if (token.type === 'escape') return (token as Tokens.Escape).text
  if (token.type === 'image') return `[${(token as Tokens.Image).text}]`
  if (token.type !== 'link' || !token.raw.startsWith('[')) return undefined
  const { text, href } = token as Tokens.Link
  return text === href ? href : `${text} (${href})`
}

// Outlook ignores padding here: without the margin it would cut the bullets off.
const list = 'style="margin:0 0 16px 24px;padding:0"'
const cell = 'style="padding:4px 16px 4px 0"'
/** Mail programs ignore style sheets, so each tag carries its style. */
const attributes = {
  h2: `style="margin:32px 0 12px;font:500 22px/1.3 ${serif}"`,
  h3: `style="margin:24px 0 8px;font:500 18px/1.3 ${serif}"`,
  p: 'style="margin:0 0 16px"',
  ul: list,
  ol: list,
  li: 'style="margin:0 0 8px"',
  blockquote: `style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${colour('accent-fill').light}"`,
  hr: `class="rule" style="margin:24px 0;border:0;border-top:1px solid ${colour('rule').light}"`,
  pre: 'style="margin:0 0 16px;white-space:pre-wrap"',
  table: 'style="margin:0 0 16px"',
  th: cell,
  td: cell,
  a: `class="link" style="color:${colour('accent').light}"`,
}

const mailLook: LetterLook = {
  button: (href, label) => <ButtonLink href={href}>{label}</ButtonLink>,
  picture: ({ cid, width, height }, alt) => {
    const shown = Math.min(width, contentWidth)
    // Thunderbird overrides `max-width`. Outlook reads only the attributes.
    const fitted = shown === contentWidth ? { width: '100%' } : { maxWidth: '100%' }
    return (
      <img
        src={`cid:${cid}`}
        width={shown}
        height={Math.round((height * shown) / width)}
        alt={alt}
        style={{ display: 'block', ...fitted, height: 'auto', border: 0 }}
      />
    )
  },
  attributes,
}

const markdownParser = new Marked({
  renderer: { image: (token) => (token as unknown as { html: string }).html },
})

function prepare(token: Token) {
  if (token.type === 'heading') token['depth'] = token['depth'] <= 2 ? 2 : 3
  // URL turns an international host name into punycode; marked would percent-encode it.
  if (token.type === 'link') token['href'] = URL.parse(token['href'])?.href ?? token['href']
}
