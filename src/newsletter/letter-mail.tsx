import { Marked, Parser, type Token, type Tokens } from 'marked'
import { renderToStaticMarkup } from 'react-dom/server'
import { colour } from '#colours.ts'
import { site } from '#content/content.ts'
import { notByIndex } from '#database/not-by-index.ts'
import type { Trx } from '#database/schema.ts'
import { longDate } from '#long-time.ts'
import { ButtonLink, serif } from '#mail/layout/mail-parts.tsx'
import { renderMail } from '#mail/layout/render-mail.tsx'
import type { Draft, FindDrafts, WrittenMail } from '#mail/mail-kinds.ts'
import type { OwnLetter } from './letter-file.ts'
import type { RenderedLetter } from './letter-sending.ts'
import { unsubscribeUrl, type LinkOptions } from './subscription-links.ts'

// Placeholders for what differs between recipients. A letter itself has no braces: letter-file.ts refuses them.
const linkPlace = '{unsubscribe_url}'
const datePlace = '{confirmed_on}'

/** Renders a letter for all its recipients. `letters send` shows and stores the result; the server only fills it in. */
export function renderLetter(
  { name, subject, preview, body }: OwnLetter,
  { publicUrl, sender }: { publicUrl: string; sender: string },
): RenderedLetter {
  // A heading at the very top becomes the title.
  const [, heading, rest] = /^# +(.+)\n+([\s\S]*)$/.exec(body) ?? []
  const title = heading === undefined ? subject : plainWords(`# ${heading}`)
  const markdown = rest ?? body
  const text = letterText(markdown)
  const mail = renderMail({
    subject,
    title,
    preview: preview ?? plainWords(markdown),
    parts: [{ html: <div dangerouslySetInnerHTML={{ __html: letterHtml(markdown) }} />, text }],
    publicUrl,
    unsubscribeUrl: linkPlace,
    why: `Why am I getting this? You signed up for news of ${site.brand} at ${new URL(publicUrl).host} and confirmed it on ${datePlace}.`,
  })
  return { name, ...mail, sender, public_url: publicUrl }
}

/** A rendered letter as one subscriber gets it. */
export function fillLetter(
  { name, subject, html, text, public_url: publicUrl }: RenderedLetter,
  secret: string,
  subscriber: { id: string; confirmedAt: Date },
): WrittenMail & { unsubscribeUrl: string } {
  const url = unsubscribeUrl({ publicUrl, secret }, subscriber.id)
  const confirmedOn = longDate(subscriber.confirmedAt)
  const fill = (words: string) =>
    words.replaceAll(linkPlace, url).replaceAll(datePlace, confirmedOn)
  const words = { subject, html: fill(html), text: fill(text) }
  return { ...words, unsubscribeUrl: url, letter: name }
}

/** The owner's letters, to everyone who is still subscribed at the moment of sending. */
export function letterMail({ secret }: Pick<LinkOptions, 'secret'>): FindDrafts {
  return async (trx, subscriberIds, { letter: name, isClaim }) => {
    const letter = await trx
      .selectFrom('letters')
      .select(['name', 'subject', 'html', 'text', 'sender', 'public_url', 'state'])
      .where('name', '=', name!)
      .executeTakeFirstOrThrow()
    if (letter.state === 'stopped' && isClaim) return []
    return await draftsFor(trx, subscriberIds, (subscriber) => ({
      ...fillLetter(letter, secret, subscriber),
      from: letter.sender,
    }))
  }
}

/** One draft for each of these subscribers who is still confirmed. */
export async function draftsFor(
  trx: Trx,
  subscriberIds: string[],
  write: (subscriber: { id: string; confirmedAt: Date }) => WrittenMail,
): Promise<Draft[]> {
  const subscribers = await trx
    .selectFrom('subscribers')
    .select(['id', 'email', 'email_key', 'confirmed_at'])
    .where('id', 'in', subscriberIds)
    .where(notByIndex('status'), '=', 'confirmed')
    .execute()
  return subscribers.map(({ id, email, email_key, confirmed_at }) => ({
    aboutId: id,
    to: email,
    emailKey: email_key,
    write: () => write({ id, confirmedAt: new Date(confirmed_at!) }),
  }))
}

/** A letter's Markdown as HTML with inline styles. Reading the file has refused raw HTML and pictures. */
export function letterHtml(markdown: string): string {
  const tokens = inLetters.lexer(markdown)
  void inLetters.walkTokens(tokens, prepare)
  return tokens.map(blockHtml).join('')
}

function blockHtml(token: Token): string {
  const link = onlyLink(token)
  if (link) {
    const label = plainInline(link.tokens)
    return renderToStaticMarkup(<ButtonLink href={link.href}>{label}</ButtonLink>)
  }
  return inLetters
    .parser([token])
    .replaceAll(/<(\w+)/g, (start, tag: string) => `${start} ${attributes[tag] ?? ''}`.trim())
}

/** The link that is all of a paragraph, unless it shows its own address. */
function onlyLink(token: Token): Tokens.Link | undefined {
  const [link, ...others] = (token.type === 'paragraph' && token.tokens) || []
  if (link?.type !== 'link' || others.length > 0 || !link.raw.startsWith('[')) return undefined
  return link as Tokens.Link
}

/** The Markdown as it was written, with the addresses of links spelled out, for the text part. */
export function letterText(markdown: string): string {
  let text = markdown
  void inLetters.walkTokens(inLetters.lexer(markdown), (token) => {
    const words = spelledOut(token)
    if (words !== undefined) text = text.replace(token.raw, () => words)
  })
  return text.replace(/^#{1,6} +/gm, '')
}

/** Headings and paragraphs without Markdown's marks, for the title and the preview in an inbox. */
function plainWords(markdown: string): string {
  return inLetters
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
  if (token.type !== 'link' || !token.raw.startsWith('[')) return undefined
  const { text, href } = token as Tokens.Link
  return text === href ? href : `${text} (${href})`
}

const list = 'style="margin:0 0 16px;padding:0 0 0 24px"'
const cell = 'style="padding:4px 16px 4px 0"'
/** Mail programs ignore style sheets, so each tag that Markdown becomes carries its style. */
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

const inLetters = new Marked()

function prepare(token: Token) {
  if (token.type === 'heading') token['depth'] = token['depth'] <= 2 ? 2 : 3
  // URL turns an international host name into punycode; marked would percent-encode it.
  if (token.type === 'link') token['href'] = URL.parse(token['href'])?.href ?? token['href']
}
