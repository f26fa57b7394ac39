import { lifetimes } from '#lifetimes.ts'
import { routes } from '#routes.ts'
import { signToken } from '#signed-token.ts'

export interface LinkOptions {
  publicUrl: string
  secret: string
}

export function confirmUrl({ publicUrl, secret }: LinkOptions, consentId: string, now: Date) {
  const expiresAt = daysAfter(now, lifetimes.confirmLinkDays)
  const token = signToken(secret, { purpose: 'confirm', subjectId: consentId, expiresAt })
  return `${publicUrl}${routes.confirm}/${token}`
}

/** Works for as long as an unconfirmed signup is kept. */
export function notMeUrl({ publicUrl, secret }: LinkOptions, subscriberId: string, now: Date) {
  const expiresAt = daysAfter(now, lifetimes.pendingSignupDays)
  const token = signToken(secret, { purpose: 'not-me', subjectId: subscriberId, expiresAt })
  return `${publicUrl}${routes.notMe}/${token}`
}

/** For the foot and the List-Unsubscribe header of every newsletter mail. */
export function unsubscribeUrl({ publicUrl, secret }: LinkOptions, subscriberId: string) {
  const token = signToken(secret, { purpose: 'unsubscribe', subjectId: subscriberId })
  return `${publicUrl}${routes.unsubscribe}/${token}`
}

function daysAfter(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 24 * 3_600_000)
}
