import { site } from '#content/content.ts'
import type { LetterTable } from '#database/schema.ts'
import { notByIndex } from '#database/not-by-index.ts'
import { longDate } from '#long-time.ts'
import { quoted, quotedAround } from '#mail/compose-mail.ts'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { unsubscribeUrl, type LinkOptions } from '#newsletter/subscription-links.ts'
import { letterHtml, letterText } from './letter-body.ts'

type LetterWords = Pick<LetterTable, 'subject' | 'preview' | 'body'>

/** Stand where each recipient's own go: the letter is rendered and encoded once, not a hundred thousand times. */
const linkPlace = 'https://unsubscribe.invalid/'
const datePlace = '0000-confirmed-0000'

/** The owner's letters, to everyone who is subscribed at the moment when it is sent. */
export function letterMail(links: LinkOptions): FindDrafts {
  let rendered: { name: string; letter: MailContent } | undefined
  return async (trx, subscriberIds, { letter: name, dialect }) => {
    const words = await trx
      .selectFrom('letters')
      .select(['subject', 'preview', 'body', 'state'])
      .where('name', '=', name!)
      .executeTakeFirstOrThrow()
    if (words.state === 'stopped' && dialect !== undefined) return []
    if (rendered?.name !== name) {
      const written = renderWords(words, links.publicUrl)
      const encode = (part: string) => quotedAround([linkPlace, datePlace], part)
      rendered = { name: name!, letter: inBothParts(written, encode) }
    }
    const { letter } = rendered
    const subscribers = await trx
      .selectFrom('subscribers')
      .select(['id', 'email', 'email_key', 'confirmed_at'])
      .where('id', 'in', subscriberIds)
      .where(notByIndex('status'), '=', 'confirmed')
      // An unsubscription under way ends first, and then counts: its row cannot be shared before.
      .$if(dialect === 'postgres', (query) => query.forShare())
      .execute()
    return subscribers.map(({ id, email, email_key, confirmed_at }) => {
      const write = () => {
        const url = unsubscribeUrl(links, id)
        const fill = fillIn(quoted(url), quoted(longDate(new Date(confirmed_at!))))
        const own = { unsubscribeUrl: url, letter: name!, isQuoted: true as const }
        return { ...inBothParts(letter, fill), ...own }
      }
      return { aboutId: id, to: email, emailKey: email_key, write }
    })
  }
}

/** The letter as one person gets it. */
export function letterTo(
  words: LetterWords,
  publicUrl: string,
  url: string,
  confirmedAt: Date,
): MailContent {
  return inBothParts(renderWords(words, publicUrl), fillIn(url, longDate(confirmedAt)))
}

function renderWords({ subject, preview, body }: LetterWords, publicUrl: string): MailContent {
  // A heading at the very top becomes the title.
  const [, heading, rest] = /^# +(.+)\n+([\s\S]*)$/.exec(body) ?? []
  const title = heading ?? subject
  const markdown = rest ?? body
  const text = letterText(markdown)
  const why = `Why do I get this? You signed up for news of ${site.brand} at ${new URL(publicUrl).host} and confirmed it on ${datePlace}.`
  return renderMail({
    subject,
    title,
    preview: preview ?? text.replace(/\s+/g, ' ').slice(0, 120),
    parts: [{ html: <div dangerouslySetInnerHTML={{ __html: letterHtml(markdown) }} />, text }],
    publicUrl,
    unsubscribeUrl: linkPlace,
    why,
  })
}

function inBothParts({ subject, html, text }: MailContent, change: (part: string) => string) {
  return { subject, html: change(html), text: change(text) }
}

function fillIn(url: string, date: string) {
  return (part: string) => part.replaceAll(linkPlace, () => url).replaceAll(datePlace, () => date)
}
