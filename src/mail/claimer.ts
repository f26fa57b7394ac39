import { unlessAborted } from '#unless-aborted.ts'
import { claimMail } from './claim-mail.ts'
import { createClaimSize } from './claim-size.ts'
import type { HeldMail } from './held-mail.ts'
import type { CourierOptions } from './courier-options.ts'
import type { HandOver } from './hand-over.ts'
import { inLine, type MailInLine } from './mail-in-line.ts'
import type { IdleWait } from './idle-wait.ts'

interface Parts {
  heldMail: HeldMail
  handOver: HandOver
  idleWait: IdleWait
  /** Nothing is waited for any more before mail is taken. */
  signal: AbortSignal
}

type Claimed = Promise<MailInLine[] | undefined>

/** Takes mail out of the outbox for one courier: undefined when nothing is due, or nobody can tell. */
export function createClaimer(options: CourierOptions, courierId: string, parts: Parts) {
  const { database, writers, mailPerSecond, clock, log } = options
  const { heldMail, handOver, idleWait, signal } = parts
  const size = createClaimSize(mailPerSecond)
  /** So many the last claim asked for. */
  let asked = 0
  let underWay = 0
  let ahead: Claimed | undefined

  async function claim(most: number, isUrgent: boolean): Claimed {
    idleWait.forgetNudge()
    underWay += 1
    // While another claim is under way, its mail is not in hand yet.
    const isLost = (id: string) => underWay === 1 && !heldMail.holds(id)
    const claiming = { courierId, writers, most, perSecond: mailPerSecond, isLost, isUrgent }
    const mails = await unlessAborted(heldMail.mayTake(), signal)
      .then(() => claimMail(database, claiming, clock()))
      .catch((error: unknown): undefined => {
        log.error({ err: error }, 'outbox not readable')
      })
    underWay -= 1
    return mails && inLine(heldMail.take(mails))
  }

  function claimNext(): Claimed {
    handOver.forgetPauses()
    asked = size.most()
    return claim(asked, false)
  }

  return {
    async next(): Claimed {
      const mails = await (ahead ?? claimNext())
      ahead = undefined
      return mails
    },
    /** The next are claimed while others go out. */
    claimAhead: () => void (ahead ??= claimNext()),
    claimedAhead: async () => (await ahead) ?? [],
    /** What a visitor waits for. */
    urgent: async () => (await claim(size.most(), true)) ?? [],
    /** Whether a claim took all it might: there may be more. */
    isFull: (mails: MailInLine[]) => mails.length === asked,
    learn: (mails: MailInLine[], tookMs: number) => size.learn(mails.length, tookMs),
  }
}
