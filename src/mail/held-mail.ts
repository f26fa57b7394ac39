import { setTimeout as sleep } from 'node:timers/promises'
import type { ClaimedMail } from './claim-mail.ts'
import type { WorkTools } from './courier-options.ts'
import { createLease } from './lease.ts'
import type { Attempt, Verdict } from './refusals.ts'
import { settleMail, type Settlement } from './settle-mail.ts'

const gatherMs = 100
const pauseMs = 1000
const mostHeld = 2000

export type HeldMail = ReturnType<typeof createHeldMail>

/** What a courier has claimed: its own until what became of it is written down. */
export function createHeldMail(options: WorkTools, courierId: string) {
  const held = new Set<string>()
  const lease = createLease(options, courierId, () => [...held])
  let done: Settlement = { attempts: [], pauses: [] }
  let recording: Promise<void> | undefined
  let isClosed = false

  async function recordAll() {
    while (done.attempts.length + done.pauses.length > 0) {
      // One commit for all that ends in this moment: each waits for the disk.
      await sleep(gatherMs)
      const batch = done
      done = { attempts: [], pauses: [] }
      try {
        await settleMail(options.database.db, courierId, batch, options.clock())
        for (const { mail } of batch.attempts) held.delete(mail.id)
      } catch (error) {
        options.log.error({ err: error }, 'mail outcome not recorded')
        if (isClosed) break
        done.attempts.unshift(...batch.attempts)
        done.pauses.unshift(...batch.pauses)
        await sleep(pauseMs)
      }
    }
    recording = undefined
  }

  return {
    /** @returns without what is in hand already: another took it for abandoned, and gave it back */
    take(mails: ClaimedMail[]) {
      const taken = mails.filter(({ mail }) => !held.has(mail.id))
      for (const { mail } of taken) held.add(mail.id)
      return taken
    },
    holds: (id: string) => held.has(id),
    holdsLease: lease.isInForce,
    /** Before more is taken: whoever stood still for long, or cannot write down what became of it, has enough. */
    async mayTake() {
      if (!lease.isInForce()) await lease.renew()
      if (held.size > mostHeld) await recording
    },
    record(attempts: Attempt[], pause?: Verdict['pause']) {
      done.attempts.push(...attempts)
      if (pause) done.pauses.push(pause)
      if (attempts.length > 0 || pause) recording ??= recordAll()
    },
    async recorded() {
      await recording
    },
    async close() {
      await Promise.race([recording, sleep(2 * pauseMs)])
      isClosed = true
      // A database that is gone cannot be told: the claims run out by themselves.
      done = { attempts: [], pauses: [] }
      lease.end()
    },
  }
}
