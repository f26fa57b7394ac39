import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#database/connect.ts'
import { claimRecipients, type ClaimedRecipient } from './claim-recipients.ts'
import { beat, beatMs, buryDeadRuns, endRun, leaseMs } from './launch-runs.ts'
import { settleRecipients, type Attempt } from './settle-recipients.ts'

export interface HandsOptions {
  database: Database
  mailPerSecond: number
  retryPausesMs: number[]
  clock: () => Date
}

const settleMs = 500
const mostPerClaim = 200
const lastAttemptsToSettle = 30

/** The recipients that this run has claimed: its own until what became of them is written down. */
export async function createHands({ database, mailPerSecond, retryPausesMs, clock }: HandsOptions) {
  const { db, kind } = database
  const runId = crypto.randomUUID()
  const done: Attempt[] = []
  let aliveAt = 0
  let turn: Promise<unknown> = Promise.resolve()

  /** One at a time: a result is written down once. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = turn.then(work, work)
    turn = next
    return next
  }

  const claimOptions = {
    runId,
    // At most a quarter of a second's worth: so much is in doubt if this process dies.
    most: Math.min(Math.ceil(mailPerSecond / 4), mostPerClaim),
    mostAttempts: retryPausesMs.length + 1,
    perSecond: mailPerSecond,
  }

  /** Writes down what is known and claims what is next, in one commit. */
  function exchange(claims: boolean): Promise<ClaimedRecipient[] | undefined> {
    return inTurn(async () => {
      const settling = done.slice()
      if (settling.length === 0 && !claims) return undefined
      const claimed = await db.transaction().execute(async (trx) => {
        const now = clock()
        await settleRecipients(trx, runId, settling, retryPausesMs, now)
        return claims ? await claimRecipients(trx, kind, claimOptions, now) : undefined
      })
      done.splice(0, settling.length)
      return claimed
    })
  }

  async function stayAlive() {
    const startedAt = performance.now()
    await beat(db, runId, clock())
    aliveAt = startedAt
    await buryDeadRuns(db, clock())
  }

  await stayAlive()
  // Whoever was refused for now in an earlier run gets a fresh start in this one.
  await db
    .updateTable('launch_recipients')
    .set({ attempts: 0, retry_at: null })
    .where('state', '=', 'queued')
    .where('attempts', '>', 0)
    .execute()
  // What fails here is tried again at the next tick; the lease sees to the rest.
  const beating = setInterval(() => void stayAlive().catch(() => {}), beatMs)
  const settling = setInterval(() => void exchange(false).catch(() => {}), settleMs)

  return {
    mostAttempts: claimOptions.mostAttempts,
    claim: () => exchange(true),
    record: (attempt: Attempt) => void done.push(attempt),
    /** Without it another run may take our claims for abandoned: then nothing may be handed over. */
    holdsLease: () => performance.now() - aliveAt < leaseMs / 2,
    buryDead: () => buryDeadRuns(db, clock()),
    /** Writes everything down, with patience for a database that is away for a moment. */
    async empty() {
      clearInterval(settling)
      try {
        for (let attempt = 1; ; attempt++) {
          try {
            await exchange(false)
            break
          } catch (error) {
            if (attempt === lastAttemptsToSettle) throw error
            await sleep(1000)
          }
        }
      } finally {
        clearInterval(beating)
      }
      await endRun(db, runId)
    },
  }
}
