import { site } from '#content/content.ts'
import type { Language, Words } from '#language.ts'
import { letterPath, localPath, routes } from '#routes.ts'
import { letterBody } from './letter-body.tsx'
import type { PublicLetter } from './public-letters.ts'

const words = {
  en: { title: `${site.brand} newsletter` },
  it: { title: `Newsletter di ${site.brand}` },
} satisfies Words

/**
 * As Atom (RFC 4287).
 * @param letters in this language, newest first
 * @param entries of these letters: see feedEntry
 */
export function lettersFeed(
  language: Language,
  letters: PublicLetter[],
  entries: string[],
  publicUrl: string,
): string {
  const url = (path: string) => `${publicUrl}${path}`
  const self = escaped(url(localPath(language, routes.lettersFeed)))
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${self}</id>`,
    `<title>${escaped(words[language].title)}</title>`,
    `<updated>${letters[0]!.sentAt.toISOString()}</updated>`,
    `<author><name>${escaped(site.brand)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${self}"/>`,
    `<link href="${escaped(url(localPath(language, routes.letters)))}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n')
}

export function feedEntry(letter: PublicLetter, language: Language, publicUrl: string): string {
  const { title, description } = letter.texts[language]!
  const page = escaped(`${publicUrl}${letterPath(language, letter.name)}`)
  const sentAt = letter.sentAt.toISOString()
  return [
    '<entry>',
    `<id>${page}</id>`,
    `<title>${escaped(title)}</title>`,
    `<link href="${page}"/>`,
    `<published>${sentAt}</published>`,
    `<updated>${sentAt}</updated>`,
    `<summary>${escaped(description)}</summary>`,
    `<content type="html">${escaped(letterBody(letter, language, publicUrl))}</content>`,
    '</entry>',
  ].join('\n')
}

function escaped(text: string): string {
  return text.replaceAll(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
