import { site } from '#content/content.ts'
import { siteLanguage } from '#content/site-language.ts'
import { withoutIndex } from '#database/without-index.ts'
import type { Trx } from '#database/schema.ts'
import type { Language, Words } from '#language.ts'
import { longDate } from '#long-time.ts'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import { isSigned, signature } from '#mail/layout/signature.tsx'
import type { Draft, FindDrafts, WrittenMail } from '#mail/mail-kinds.ts'
import { languagesOf, type OwnLetter } from './letter-file.ts'
import { letterHtml, letterText, plainWords } from './letter-markdown.tsx'
import type { LetterTexts, RenderedLetter } from './letter-sending.ts'
import { unsubscribeUrl, type LinkOptions } from './subscription-links.ts'

// Placeholders for what differs between recipients. A letter itself has no braces: letter-file.ts refuses them.
const linkPlaceholder = '{unsubscribe_url}'
const datePlaceholder = '{confirmed_on}'

const words = {
  en: {
    why: (host: string) =>
      `Why am I getting this? You signed up for news of ${site.brand} at ${host} and confirmed it on ${datePlaceholder}.`,
  },
  it: {
    why: (host: string) =>
      `Perché ricevo questa email? Per l’iscrizione alle novità di ${site.brand} su ${host}, confermata in data ${datePlaceholder}.`,
  },
} satisfies Words

/** Renders a letter for all its recipients. `letters send` shows and stores the result; the server only fills it in. */
export function renderLetter(
  { name, texts }: OwnLetter,
  { publicUrl, sender }: { publicUrl: string; sender: string },
): RenderedLetter {
  const rendered = languagesOf(texts).map((language) => [
    language,
    renderText(language, texts[language]!, publicUrl),
  ])
  const own = Object.fromEntries(rendered) as LetterTexts
  return { name, texts: own, sender, public_url: publicUrl }
}

function renderText(
  language: Language,
  { subject, preview, body }: OwnLetter['texts']['en'],
  publicUrl: string,
): MailContent {
  // A heading at the very top becomes the title.
  const [, heading, rest] = /^# +(.+)\n+([\s\S]*)$/.exec(body) ?? []
  const title = heading === undefined ? subject : plainWords(`# ${heading}`)
  const markdown = rest ?? body
  const text = letterText(markdown).trimEnd()
  const letter = {
    html: <div dangerouslySetInnerHTML={{ __html: letterHtml(markdown) }} />,
    text,
  }
  return renderMail({
    language,
    subject,
    title,
    preview: preview ?? plainWords(markdown),
    parts: isSigned(text) ? [letter] : [letter, signature(language)],
    publicUrl,
    unsubscribeUrl: linkPlaceholder,
    why: words[language].why(new URL(publicUrl).host),
  })
}

interface Reader {
  id: string
  confirmedAt: Date
  language: Language
}

/** A rendered letter as one subscriber gets it: in English if it has no text in their language. */
export function fillLetter(
  { name, texts, public_url: publicUrl }: RenderedLetter,
  secret: string,
  { id, confirmedAt, language: wanted }: Reader,
): WrittenMail & { unsubscribeUrl: string } {
  const language = texts[wanted] ? wanted : 'en'
  const { subject, html, text } = texts[language]!
  const url = unsubscribeUrl({ publicUrl, secret }, { id, language })
  const confirmedOn = longDate(language, confirmedAt)
  const fill = (template: string) =>
    template.replaceAll(linkPlaceholder, url).replaceAll(datePlaceholder, confirmedOn)
  return { subject, html: fill(html), text: fill(text), unsubscribeUrl: url, letter: name }
}

/** The owner's letters, to everyone who is still subscribed at the moment of sending. */
export function letterDrafts({ secret }: Pick<LinkOptions, 'secret'>): FindDrafts {
  return async (trx, subscriberIds, { letter: name, isClaim }) => {
    const letter = await trx
      .selectFrom('letters')
      .select(['name', 'texts', 'sender', 'public_url', 'state'])
      .where('name', '=', name!)
      .executeTakeFirstOrThrow()
    if (letter.state === 'stopped' && isClaim) return []
    const rendered = { ...letter, texts: JSON.parse(letter.texts) as LetterTexts }
    return await draftsFor(trx, subscriberIds, (reader) => ({
      ...fillLetter(rendered, secret, reader),
      from: letter.sender,
    }))
  }
}

/** One draft for each of these subscribers who is still confirmed. */
export async function draftsFor(
  trx: Trx,
  subscriberIds: string[],
  write: (reader: Reader) => WrittenMail,
): Promise<Draft[]> {
  const subscribers = await trx
    .selectFrom('subscribers')
    .select(['id', 'email', 'email_key', 'language', 'confirmed_at'])
    .where('id', 'in', subscriberIds)
    .where(withoutIndex('status'), '=', 'confirmed')
    .execute()
  return subscribers.map(({ id, email, email_key, language, confirmed_at }) => ({
    aboutId: id,
    to: email,
    emailKey: email_key,
    write: () =>
      write({ id, confirmedAt: new Date(confirmed_at!), language: siteLanguage(language) }),
  }))
}
