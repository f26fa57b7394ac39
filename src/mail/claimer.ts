import { unlessAborted } from '#unless-aborted.ts'
import { claimMail } from './claim-mail.ts'
import type { Claims } from './claims.ts'
import type { CourierOptions } from './courier-options.ts'
import { inLine, type MailInLine } from './mail-in-line.ts'

/**
 * Takes mail out of the outbox for one courier.
 * @param signal does not wait to be allowed to take more
 */
export function createClaimer(
  { database, writers, mailPerSecond, clock, log }: CourierOptions,
  courierId: string,
  claims: Claims,
  signal: AbortSignal,
) {
  let underWay = 0

  /** @returns undefined when nothing is due, or nobody can tell */
  return async (most: number, isUrgent: boolean): Promise<MailInLine[] | undefined> => {
    underWay += 1
    // While another claim is under way, its mail is not in hand yet.
    const isLost = (id: string) => underWay === 1 && !claims.holds(id)
    const claiming = { courierId, writers, most, perSecond: mailPerSecond, isLost, isUrgent }
    const mails = await unlessAborted(claims.mayTake(), signal)
      .then(() => claimMail(database, claiming, clock()))
      .catch((error: unknown): undefined => {
        log.error({ err: error }, 'outbox not readable')
      })
    underWay -= 1
    return mails && inLine(claims.take(mails))
  }
}
