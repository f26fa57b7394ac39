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
  const lease = createLease(
    () => renewClaims(database.db, courierId, [...held], clock()),
    (error) => log.error({ err: error }, 'mail claim not renewed'),
  )
  let done: Verdict[] = []
  let recording: Promise<void> | undefined
  let isClosed = false

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

  function record(verdict: Verdict) {
    if (verdict.settled.length === 0 && !verdict.pause) return
    done.push(verdict)
    recording ??= recordAll()
  }

  return {
    isLeaseInForce: lease.isInForce,
    record,
    isRecording: () => recording !== undefined,
    /** @returns undefined when nothing is due, or what is held is enough */
    async claim(which: Claim): Promise<ClaimedMail[] | undefined> {
      // What became of so much cannot be written down: more would only be in doubt, too.
      if (held.size > mostHeld) return undefined
      // It stood still for long.
      if (!lease.isInForce()) await lease.renew()
      const isHeld = (id: string) => held.has(id)
      const claiming = { ...which, courierId, writers, perSecond, isHeld }
      const mails = await claimMail(database, claiming, clock())
      // What is in hand already another took for abandoned, and gave back.
      const taken = mails?.filter(({ mail }) => !held.has(mail.id))
      taken?.forEach(({ mail }) => held.add(mail.id))
      return taken
    },
    async close() {
      // A database that is gone cannot be told: the claims run out by themselves.
      await Promise.race([recording, sleep(2 * pauseMs)])
      isClosed = true
      lease.end()
    },
  }
}

/** What a courier has claimed stays its own for as long as it says so in time. */
function createLease(renewAll: () => Promise<void>, onError: (error: unknown) => void) {
  let renewedAt = performance.now()

  async function renew() {
    const askedAt = performance.now()
    await renewAll()
    renewedAt = askedAt
  }

  const renewing = setInterval(() => void renew().catch(onError), leaseMs / 3)
  return {
    /** Else another courier may take ours for abandoned: then nothing may be handed over. */
    isInForce: () => performance.now() - renewedAt < leaseMs / 2,
    renew,
    end: () => clearInterval(renewing),
  }
}
