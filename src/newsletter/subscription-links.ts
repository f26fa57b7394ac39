import { lifetimes } from '#lifetimes.ts'
import { routes } from '#routes.ts'
import { signToken } from '#signed-token.ts'

export interface LinkOptions {
  publicUrl: string
  secret: string
}

export function confirmUrl({ publicUrl, secret }: LinkOptions, consentId: string, now: Date) {
  const expiresAt = new Date(now.getTime() + lifetimes.confirmLinkDays * 24 * 3_600_000)
  const token = signToken(secret, { purpose: 'confirm', subjectId: consentId, expiresAt })
  return `${publicUrl}${routes.confirm}/${token}`
}

/** For the foot and the List-Unsubscribe header of every newsletter mail. */
export function unsubscribeUrl({ publicUrl, secret }: LinkOptions, subscriberId: string) {
  const token = signToken(secret, { purpose: 'unsubscribe', subjectId: subscriberId })
  return `${publicUrl}${routes.unsubscribe}/${token}`
}
