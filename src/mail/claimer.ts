import { unlessAborted } from '#unless-aborted.ts'
import { claimMail, type ClaimedMail } from './claim-mail.ts'
import type { HeldMail } from './held-mail.ts'
import type { CourierOptions } from './courier-options.ts'
import type { IdleWait } from './idle-wait.ts'

const claimedMs = 100
const mostPerClaim = 500

interface Parts {
  heldMail: HeldMail
  idleWait: IdleWait
  /** Nothing is waited for any more before mail is taken. */
  signal: AbortSignal
}

/** Takes mail out of the outbox for one courier, as much as goes out in a moment: so much is in doubt if it dies. */
export function createClaimer(options: CourierOptions, courierId: string, parts: Parts) {
  const { database, writers, mailPerSecond: perSecond, clock, log } = options
  const { heldMail, idleWait, signal } = parts
  const allowed = Math.min(Math.ceil((perSecond * claimedMs) / 1000), mostPerClaim)
  let most = Math.min(allowed, 50)
  // By turns: a server that takes nobody at the first attempt, and one that puts a few off again and again,
  // would each hold up a letter whose mails always went in one order.
  let isPutOffFirst = false

  return {
    /**
     * @param isUrgent only what a visitor waits for
     * @returns undefined when nothing is due, or nobody can tell
     */
    async claim(isUrgent = false): Promise<ClaimedMail[] | undefined> {
      idleWait.forgetNudge()
      const isLost = (id: string) => !heldMail.holds(id)
      const claiming = { courierId, writers, most, perSecond, isLost, isUrgent, isPutOffFirst }
      const mails = await unlessAborted(heldMail.mayTake(), signal)
        .then(() => claimMail(database, claiming, clock()))
        .catch((error: unknown): undefined => {
          log.error({ err: error }, 'outbox not readable')
        })
      // What is held back gives nobody a turn.
      if (mails) isPutOffFirst = !isPutOffFirst
      return mails && heldMail.take(mails)
    },
    /** Only from a claim that took all it might. */
    learn(mails: number, tookMs: number) {
      if (mails < most) return
      most = Math.min(Math.ceil((mails * claimedMs) / tookMs), 2 * mails, allowed)
    },
  }
}
