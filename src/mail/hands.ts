import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#database/connect.ts'
import { leaseMs, type OutboxMail } from './claim-mail.ts'
import { recordOutcomes, type Attempt } from './record-outcomes.ts'

const gatherMs = 100
const pauseMs = 1000

/** The mail a courier has in its hands: kept as its own until what became of it is written down. */
export function createHands({ db }: Database, clock: () => Date, log: Logger) {
  const held = new Set<string>()
  const done: Attempt[] = []
  let recording: Promise<void> | undefined

  async function recordAll() {
    while (done.length > 0) {
      // One commit for all that ends in this moment: each waits for the disk.
      await sleep(gatherMs)
      const batch = done.slice()
      try {
        await recordOutcomes(db, batch, clock())
        done.splice(0, batch.length)
        for (const { mail } of batch) held.delete(mail.id)
      } catch (error) {
        log.error({ err: error }, 'mail outcome not recorded')
        await sleep(pauseMs)
      }
    }
    recording = undefined
  }

  async function renewLeases() {
    if (held.size === 0) return
    const now = clock()
    await db
      .updateTable('outbox')
      .set({
        touched_at: now.toISOString(),
        lease_until: new Date(now.getTime() + leaseMs).toISOString(),
      })
      .where('id', 'in', [...held])
      .where('status', '=', 'sending')
      .execute()
  }

  const renewing = setInterval(() => {
    renewLeases().catch((error: unknown) => log.error({ err: error }, 'mail lease not renewed'))
  }, leaseMs / 3)

  return {
    ids: () => held.values(),
    take(mail: OutboxMail) {
      held.add(mail.id)
    },
    record(attempt: Attempt) {
      done.push(attempt)
      recording ??= recordAll()
    },
    async recorded() {
      await recording
    },
    async empty() {
      await Promise.race([recording, sleep(2 * pauseMs)])
      // A database that is gone cannot be told: the leases run out, and the mail is taken up again.
      done.length = 0
      clearInterval(renewing)
    },
  }
}
