import { site } from '#content/content.ts'
import { siteLanguage } from '#content/site-language.ts'
import { bypassIndex } from '#database/read-rows.ts'
import type { Db } from '#database/schema.ts'
import type { Language, Words } from '#language.ts'
import { letterPath } from '#routes.ts'
import { UserError } from '#user-error.ts'
import { longDate } from '#long-time.ts'
import { renderMail } from '#mail/layout/render-mail.tsx'
import { isSigned, signature } from '#mail/layout/signature.tsx'
import type {
  Draft,
  FindDrafts,
  MailDeclaration,
  MailOptions,
  RenderedMail,
} from '#mail/mail-declaration.ts'
import { languagesOf, type LetterText, type OwnLetter } from './letter-file.ts'
import { letterHtml, plainWords, splitTitle } from './letter-markdown.tsx'
import { letterText } from './letter-text.ts'
import type { LetterPicture } from './encode-picture.ts'
import { placedMistake, readPictures } from './letter-pictures.ts'
import type { LetterPlaces } from './read-letters.ts'
import { readLetterPictures, type LetterTexts, type RenderedLetter } from './stored-letters.ts'
import { unsubscribeUrl } from '#subscribers/subscription-links.ts'

export const letterKind = {
  name: 'letter',
  queue: 'letters',
  to: 'visitor',
  ignores: ['not-me'],
  isUnconfirmed: false,
  about: { table: 'subscribers', title: { en: 'Newsletter', it: 'Newsletter' } },
  title: 'Letter',
  findDrafts: letterDrafts,
} satisfies MailDeclaration

// Placeholders for what differs between recipients. A letter itself has no braces: letter-file.ts refuses them.
const linkPlaceholder = '{unsubscribe_url}'
const datePlaceholder = '{confirmed_on}'

const company = `${site.company.name} ${site.company.legalForm}`

// A commercial email must say that it is one, and whose (article 8 of Legislative Decree 70/2003).
const words = {
  en: {
    why: (host: string) =>
      `Commercial communication from ${company}: you’re receiving it because you signed up for the ${site.brand} newsletter at ${host} and confirmed on ${datePlaceholder}.`,
  },
  it: {
    why: (host: string) =>
      `Comunicazione commerciale di ${company}: la ricevi perché hai chiesto la newsletter di ${site.brand} su ${host} (iscrizione confermata: ${datePlaceholder}).`,
  },
} satisfies Words

/** With the places of its pictures. */
interface LetterSettings extends LetterPlaces {
  publicUrl: string
  sender: string
}

/**
 * Renders a letter for all its recipients. `letters send` shows and stores the result; the server only fills it in.
 * @throws UserError if a picture can't be sent
 */
export async function renderLetter(
  own: OwnLetter,
  settings: LetterSettings,
): Promise<RenderedLetter> {
  const { pictures, mistakes } = await readPictures(own, settings)
  if (mistakes.length > 0)
    throw new UserError(needsCorrection(mistakes.map((mistake) => placedMistake(own, mistake))))
  return renderWith(own, pictures, settings)
}

/** Also a text with mistakes, for its preview. */
export function renderWith(
  { name, texts }: OwnLetter,
  pictures: LetterPicture[],
  { publicUrl, sender }: Pick<LetterSettings, 'publicUrl' | 'sender'>,
): RenderedLetter {
  const rendered = languagesOf(texts).map((language) => [
    language,
    renderText(language, name, texts[language]!, { pictures, publicUrl }),
  ])
  const filled = Object.fromEntries(rendered) as LetterTexts
  return { name, texts: filled, sender, public_url: publicUrl, pictures }
}

export const needsCorrection = (mistakes: string[]) =>
  `The letter needs a correction:\n  ${mistakes.join('\n  ')}`

function renderText(
  language: Language,
  name: string,
  { subject, preview, body, isPublic }: LetterText,
  { pictures, publicUrl }: { pictures: LetterPicture[]; publicUrl: string },
): LetterTexts['en'] {
  const { title = subject, rest: markdown } = splitTitle(body)
  const text = letterText(markdown).trimEnd()
  const letter = {
    html: <div dangerouslySetInnerHTML={{ __html: letterHtml(markdown, pictures) }} />,
    text,
  }
  const intro = preview ?? plainWords(markdown)
  const signed = isSigned(text) ? null : signature(language)
  const mail = renderMail({
    language,
    subject,
    title,
    preview: intro,
    parts: signed === null ? [letter] : [letter, signed],
    publicUrl,
    unsubscribeUrl: linkPlaceholder,
    ...(isPublic && { pageUrl: `${publicUrl}${letterPath(language, name)}` }),
    why: words[language].why(new URL(publicUrl).host),
  })
  const written = { subject, preview: preview ?? '', body }
  const page = { title, description: shorten(intro), markdown, signature: signed?.text ?? null }
  return { ...mail, written, ...(isPublic && { page }) }
}

/** For search engines and lists: at most 160 characters, of whole words. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const [start = ''] = /^.{0,159}(?=\s|$)/u.exec(line) ?? []
  return start.length < line.length ? `${start}…` : line
}

interface Reader {
  id: string
  confirmedAt: Date
  language: Language
}

/** A rendered letter as one subscriber gets it: in English if it has no text in their language. */
export function fillLetter(
  { name, texts, pictures = [], public_url: publicUrl }: RenderedLetter,
  secret: string,
  { id, confirmedAt, language: wanted }: Reader,
): RenderedMail & { unsubscribeUrl: string } {
  const language = texts[wanted] ? wanted : 'en'
  const { subject, html, text } = texts[language]!
  const url = unsubscribeUrl({ publicUrl, secret }, { id, language })
  const confirmedOn = longDate(language, confirmedAt)
  const fill = (template: string) =>
    template.replaceAll(linkPlaceholder, url).replaceAll(datePlaceholder, confirmedOn)
  return {
    subject,
    html: fill(html),
    text: fill(text),
    pictures: pictures.filter(({ cid }) => html.includes(`cid:${cid}`)),
    unsubscribeUrl: url,
    letter: name,
  }
}

/** The owner's letters, to everyone who is still subscribed at the moment of sending. */
function letterDrafts({ secret, contactTo }: MailOptions): FindDrafts {
  const readStored = createReader()
  return async (db, subscriberIds, { letter: name, isClaim }) => {
    const { state, started_at: orderedAt } = await db
      .selectFrom('letters')
      .select(['state', 'started_at'])
      .where('name', '=', name!)
      .executeTakeFirstOrThrow()
    if (state === 'stopped' && isClaim) return []
    const letter = await readStored(db, name!, orderedAt)
    return await draftsFor(db, subscriberIds, (reader) => () => ({
      ...fillLetter(letter, secret, reader),
      from: letter.sender,
      replyTo: contactTo,
    }))
  }
}

/** Keeps the last letter, with its pictures: claims of the same one follow each other. */
function createReader() {
  let last: { name: string; orderedAt: string; letter: RenderedLetter } | undefined
  return async (db: Db, name: string, orderedAt: string): Promise<RenderedLetter> => {
    if (last?.name === name && last.orderedAt === orderedAt) return last.letter
    const stored = await db
      .selectFrom('letters')
      .select(['texts', 'sender', 'public_url'])
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const texts = JSON.parse(stored.texts) as LetterTexts
    const letter = { ...stored, name, texts, pictures: await readLetterPictures(db, name) }
    last = { name, orderedAt, letter }
    return letter
  }
}

/**
 * One draft for each of these subscribers who is still confirmed.
 * @param choose undefined: this one gets none
 */
export async function draftsFor(
  db: Db,
  subscriberIds: string[],
  choose: (reader: Reader) => Draft['render'] | undefined,
): Promise<Draft[]> {
  const subscribers = await db
    .selectFrom('subscribers')
    .select(['id', 'email', 'email_key', 'language', 'confirmed_at'])
    .where('id', 'in', subscriberIds)
    .where(bypassIndex('status'), '=', 'confirmed')
    .execute()
  return subscribers.flatMap(({ id, email, email_key, language, confirmed_at }) => {
    const confirmedAt = new Date(confirmed_at!)
    const render = choose({ id, confirmedAt, language: siteLanguage(language) })
    return render ? { aboutId: id, to: email, emailKey: email_key, render } : []
  })
}
