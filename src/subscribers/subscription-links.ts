import type { Language } from '#language.ts'
import { periods } from '#personal-data.ts'
import { localPath, routes } from '#routes.ts'
import { signToken } from '#signed-token.ts'

interface LinkOptions {
  publicUrl: string
  secret: string
}

/** Links carry the language of their mail in the path; a token works in every language. */
export function confirmUrl(
  { publicUrl, secret }: LinkOptions,
  { id, language }: LinkSubject,
  now: Date,
) {
  const expiresAt = daysAfter(now, periods.confirmLinkDays)
  const token = signToken(secret, { purpose: 'confirm', subjectId: id, expiresAt })
  return `${publicUrl}${localPath(language, routes.confirm)}/${token}`
}

/** Works for as long as an unconfirmed signup is kept. */
export function notMeUrl(
  { publicUrl, secret }: LinkOptions,
  { id, language }: LinkSubject,
  now: Date,
) {
  const expiresAt = daysAfter(now, periods.pendingSignupDays)
  const token = signToken(secret, { purpose: 'not-me', subjectId: id, expiresAt })
  return `${publicUrl}${localPath(language, routes.notMe)}/${token}`
}

/** For the foot and the List-Unsubscribe header of every newsletter mail. */
export function unsubscribeUrl({ publicUrl, secret }: LinkOptions, { id, language }: LinkSubject) {
  const token = signToken(secret, { purpose: 'unsubscribe', subjectId: id })
  return `${publicUrl}${localPath(language, routes.unsubscribe)}/${token}`
}

/** The consent or subscriber behind a link. */
interface LinkSubject {
  id: string
  language: Language
}

function daysAfter(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 24 * 3_600_000)
}
