import { setTimeout as sleep } from 'node:timers/promises'
import { claimMail, leaseMs, renewClaims, type Claim, type ClaimedMail } from './claim-mail.ts'
import type { ClaimTools } from './courier-options.ts'
import type { Verdict } from './refusals.ts'
import { settleMail } from './settle-mail.ts'

const gatherMs = 100
const pauseMs = 1000
const mostHeld = 2000

export type HeldMail = ReturnType<typeof createHeldMail>

/**
 * What a courier has claimed: its own until what became of it is written down.
 * @param onRecorded all that has ended is written down
 */
export function createHeldMail(options: ClaimTools, onRecorded: () => void) {
  const { database, writers, mailPerSecond: perSecond, clock, log } = options
  const courierId = crypto.randomUUID()
  const held = new Set<string>()
  let renewedAt = performance.now()
  let done: Verdict[] = []
  let recording: Promise<void> | undefined
  let isClosed = false

  /** Else another courier may take ours for abandoned: then nothing may be handed over. */
  const isLeaseInForce = () => performance.now() - renewedAt < leaseMs / 2

  async function renewLease() {
    const askedAt = performance.now()
    await renewClaims(database.db, courierId, [...held], clock())
    renewedAt = askedAt
  }

  const renewing = setInterval(() => {
    renewLease().catch((error: unknown) => log.error({ err: error }, 'mail claim not renewed'))
  }, leaseMs / 3)

  async function recordAll() {
    while (done.length > 0) {
      // One commit for all that ends in this moment: each waits for the disk.
      await sleep(gatherMs)
      const batch = done
      done = []
      try {
        await settleMail(database.db, courierId, batch, clock())
        for (const { mail } of batch.flatMap(({ settled }) => settled)) held.delete(mail.id)
      } catch (error) {
        log.error({ err: error }, 'mail outcome not recorded')
        if (isClosed) break
        done.unshift(...batch)
        await sleep(pauseMs)
      }
    }
    recording = undefined
    onRecorded()
  }

  return {
    isLeaseInForce,
    record(verdict: Verdict) {
      if (verdict.settled.length === 0 && !verdict.pause) return
      done.push(verdict)
      recording ??= recordAll()
    },
    isRecording: () => recording !== undefined,
    /** @returns undefined when nothing is due, or what is held is enough */
    async claim(which: Claim): Promise<ClaimedMail[] | undefined> {
      // What became of so much cannot be written down: more would only be in doubt, too.
      if (held.size > mostHeld) return undefined
      // It stood still for long.
      if (!isLeaseInForce()) await renewLease()
      const claiming = { ...which, courierId, writers, perSecond, held }
      const mails = await claimMail(database, claiming, clock())
      mails?.forEach(({ mail }) => held.add(mail.id))
      return mails
    },
    async close() {
      // A database that is gone cannot be told: the claims run out by themselves.
      await Promise.race([recording, sleep(2 * pauseMs)])
      isClosed = true
      clearInterval(renewing)
    },
  }
}
