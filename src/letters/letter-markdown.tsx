import { Lexer, Parser, Renderer, type Token, type Tokens } from 'marked'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { colour } from '#colours.ts'
import { contentWidth } from '#mail/layout/mail-layout.tsx'
import { ButtonLink, serif } from '#mail/layout/mail-parts.tsx'
import { decodeReferences } from './decode-references.ts'
import type { PictureFacts } from './encode-picture.ts'

/** The differences between a letter as mail and as a page. */
interface LetterLook {
  /** Of a paragraph with one link. */
  button: (href: string, label: string) => ReactElement
  picture: (picture: PictureFacts, alt: string) => ReactElement
  /** Attributes of each tag that Markdown becomes. */
  attributes: Record<string, string>
}

/** A letter's Markdown as HTML. */
export function letterHtml(
  markdown: string,
  pictures: PictureFacts[] = [],
  look = mailLook,
): string {
  const parser = new Parser({ renderer: new LetterRenderer(look, pictures) })
  const blocks = Lexer.lex(markdown).map((token) => {
    const link = onlyLink(token)
    if (!link) return parser.parse([token])
    return renderToStaticMarkup(look.button(asciiUrl(link.href), plainInline(link.tokens)))
  })
  return blocks.join('')
}

/** A paragraph with one link becomes a button, unless the link shows a picture or its own address. */
function onlyLink(token: Token): Tokens.Link | undefined {
  const [link, ...others] = (token.type === 'paragraph' && token.tokens) || []
  if (link?.type !== 'link' || others.length > 0 || !link.raw.startsWith('[')) return undefined
  return link.tokens?.some(({ type }) => type === 'image') ? undefined : (link as Tokens.Link)
}

/** Adds the look's attributes to each tag. */
class LetterRenderer extends Renderer {
  readonly #look: LetterLook
  readonly #pictures: PictureFacts[]

  constructor(look: LetterLook, pictures: PictureFacts[]) {
    super()
    this.#look = look
    this.#pictures = pictures
  }

  /** The title is the only h1, and only h2 and h3 have styles. */
  override heading(token: Tokens.Heading) {
    return this.#styled(super.heading({ ...token, depth: token.depth <= 2 ? 2 : 3 }))
  }

  override paragraph(token: Tokens.Paragraph) {
    return this.#styled(super.paragraph(token))
  }

  override list(token: Tokens.List) {
    return this.#styled(super.list(token))
  }

  override listitem(token: Tokens.ListItem) {
    return this.#styled(super.listitem(token))
  }

  override blockquote(token: Tokens.Blockquote) {
    return this.#styled(super.blockquote(token))
  }

  override hr(token: Tokens.Hr) {
    return this.#styled(super.hr(token))
  }

  override code(token: Tokens.Code) {
    return this.#styled(super.code(token))
  }

  override table(token: Tokens.Table) {
    return this.#styled(super.table(token))
  }

  override tablecell(token: Tokens.TableCell) {
    return this.#styled(super.tablecell(token))
  }

  /** Only in a preview of a text with this mistake. */
  override html({ text }: Tokens.HTML | Tokens.Tag) {
    return renderToStaticMarkup(<>{text}</>)
  }

  override link(token: Tokens.Link) {
    return this.#styled(super.link({ ...token, href: asciiUrl(token.href) }))
  }

  override image({ href, tokens }: Tokens.Image) {
    const picture = this.#pictures.find(({ name }) => name === href)
    const alt = plainInline(tokens)
    const html = renderToStaticMarkup(picture ? this.#look.picture(picture, alt) : <>{alt}</>)
    // React adds a preload, which a mail program may not know.
    return html.replace(/^<link [^>]*>/, '')
  }

  #styled(html: string): string {
    const [start = '', tag = ''] = /^<(\w+)/.exec(html) ?? []
    const attributes = this.#look.attributes[tag]
    return attributes === undefined ? html : `${start} ${attributes}${html.slice(start.length)}`
  }
}

/** An international host name in punycode: marked would percent-encode it. */
function asciiUrl(href: string): string {
  const address = decodeReferences(href)
  return URL.parse(address)?.href ?? address
}

/** A heading at the very top becomes the title. */
export function splitTitle(body: string): { title?: string; rest: string } {
  const [, heading, rest] = /^# +(.+)\n+([\s\S]*)$/.exec(body) ?? []
  return heading === undefined ? { rest: body } : { title: plainWords(`# ${heading}`), rest: rest! }
}

/** Headings and paragraphs without Markdown's marks, for the title and the preview in a mail program. */
export function plainWords(markdown: string): string {
  return Lexer.lex(markdown)
    .filter(({ type }) => type === 'heading' || type === 'paragraph')
    .map(({ tokens = [] }: Tokens.Generic) => plainInline(tokens))
    .join(' ')
}

function plainInline(tokens: Token[]): string {
  return tokens.map(plainToken).join('')
}

function plainToken(token: Token): string {
  if ('tokens' in token && token.tokens) return plainInline(token.tokens)
  if (token.type === 'br') return ' '
  if (token.type === 'text') return decodeReferences(token.raw)
  return 'text' in token ? String(token.text) : token.raw
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
