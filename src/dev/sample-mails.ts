import { site } from '#content/content.ts'
import type { Db } from '#database/schema.ts'
import type { Language } from '#language.ts'
import type { MailContent } from '#mail/layout/render-mail.tsx'
import { withPictures } from '#mail/mail-pictures.ts'
import { lettersDir, readLetters, type LetterPlaces } from '#letters/read-letters.ts'
import { languagesOf, type OwnLetter } from '#letters/letter-file.ts'
import { fillLetter, renderLetter } from '#letters/letter-mail.tsx'
import { checkPictures } from '#letters/letter-pictures.ts'
import { mailKinds } from '#owner/mail-kinds.ts'

const sentAt = new Date('2026-03-01')
const reader = { id: '019d0000-0000-7000-8000-000000000000', confirmedAt: sentAt }

/** The site's own mails, by name, with sample content: those to visitors in each language, then those to the owner. */
export function sampleMails(publicUrl: string): Map<string, MailContent> {
  const samples = (to: 'visitor' | 'owner', language: Language) =>
    Object.values(mailKinds).flatMap((kind): [string, MailContent][] =>
      kind.to === to && kind.sample
        ? [[named(language, kind.name), kind.sample(publicUrl, language)]]
        : [],
    )
  return new Map([
    ...site.languages.flatMap((language) => samples('visitor', language)),
    ...samples('owner', 'en'),
  ])
}

/** The letters, by file name, as a subscriber gets them, and the mistakes of the others. */
export async function letterPreviews(publicUrl: string, db?: Db) {
  const places = { lettersDir, ...(db && { db }) }
  const letters = new Map<string, MailContent>()
  const mistakes: string[] = []
  const found = await checkPictures(await readLetters(places), places)
  for (const { letter, mistakes: inText } of found) {
    mistakes.push(...inText)
    if (letter === undefined) continue
    for (const [name, mail] of await letterMails(letter, { publicUrl, ...places }))
      letters.set(name, mail)
  }
  return { letters, mistakes }
}

async function letterMails(
  own: OwnLetter,
  settings: LetterPlaces & { publicUrl: string },
): Promise<[string, MailContent][]> {
  const letter = await renderLetter(own, { ...settings, sender: '' })
  return languagesOf(letter.texts).map((language) => {
    const mail = fillLetter(letter, 'no secret', { ...reader, language })
    return [named(language, own.name), { ...mail, html: withPictures(mail.html, mail.pictures) }]
  })
}

/** As the files of letters: launch, launch.it. */
function named(language: Language, name: string): string {
  return language === 'en' ? name : `${name}.${language}`
}
