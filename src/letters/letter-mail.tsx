import { site } from '#content/content.ts'
import type { LetterTable } from '#database/schema.ts'
import { notByIndex } from '#database/not-by-index.ts'
import { longDate } from '#long-time.ts'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { unsubscribeUrl, type LinkOptions } from '#newsletter/subscription-links.ts'
import { letterHtml, letterText, plainWords } from './letter-body.ts'

type LetterWords = Pick<LetterTable, 'subject' | 'preview' | 'body'>

/** Stand where each recipient's own go: the letter is rendered once, not a hundred thousand times. */
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
      const letter = letterTo(words, links.publicUrl, linkPlace, datePlace)
      rendered = { name: name!, letter }
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
        const ownWords = { [linkPlace]: url, [datePlace]: longDate(new Date(confirmed_at!)) }
        return { ...letter, ownWords, unsubscribeUrl: url, letter: name! }
      }
      return { aboutId: id, to: email, emailKey: email_key, write }
    })
  }
}

/** The letter as one person gets it. */
export function letterTo(
  { subject, preview, body }: LetterWords,
  publicUrl: string,
  leaveUrl: string,
  confirmedOn: string,
): MailContent {
  // A heading at the very top becomes the title.
  const [, heading, rest] = /^# +(.+)\n+([\s\S]*)$/.exec(body) ?? []
  const title = heading === undefined ? subject : plainWords(`# ${heading}`)
  const markdown = rest ?? body
  const text = letterText(markdown)
  const why = `Why do I get this? You signed up for news of ${site.brand} at ${new URL(publicUrl).host} and confirmed it on ${confirmedOn}.`
  return renderMail({
    subject,
    title,
    preview: preview ?? plainWords(markdown),
    parts: [{ html: <div dangerouslySetInnerHTML={{ __html: letterHtml(markdown) }} />, text }],
    publicUrl,
    unsubscribeUrl: leaveUrl,
    why,
  })
}
