import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { every } from '#every.ts'
import type { Db, Trx } from './schema.ts'

const heartbeatMs = 3000
const takeoverMs = 20_000

export type Lease = ReturnType<typeof createLease>

interface LeaseOptions {
  db: Db
  log: Logger
  /** Runs in the transaction that takes the lease, to clean up after the previous holder. */
  onTaken: (trx: Trx) => Promise<void>
  takeoverMs?: number
  heartbeatMs?: number
}

/**
 * One server at a time processes submissions and sends mail. The holder increments a counter with every claim and
 * every few seconds. A server that sees no change for long enough, by its own monotonic clock, takes over.
 */
export function createLease(options: LeaseOptions) {
  const { db, log, onTaken } = options
  const holder: string = randomUUID()
  let isHeld = false
  let seen = { counter: -1, at: performance.now() }

  async function renewOrTakeOver() {
    if (isHeld) {
      isHeld = await increment(db)
      return
    }
    const current = await db.selectFrom('lease').selectAll().executeTakeFirstOrThrow()
    const { counter } = current
    if (counter !== seen.counter) seen = { counter, at: performance.now() }
    const isAlive = performance.now() - seen.at < (options.takeoverMs ?? takeoverMs)
    if (current.holder !== '' && isAlive) return
    isHeld = await db.transaction().execute(async (trx) => {
      const isTaken = await increment(trx, { holder: current.holder, counter })
      if (isTaken) await onTaken(trx)
      return isTaken
    })
  }

  /** Compare and set: false if another server has taken the lease meanwhile. */
  async function increment(on: Db, from?: { holder: string; counter: number }): Promise<boolean> {
    const { numUpdatedRows } = await on
      .updateTable('lease')
      .set((row) => ({ holder, counter: row('counter', '+', 1) }))
      .where('holder', '=', from?.holder ?? holder)
      .$if(from !== undefined, (update) => update.where('counter', '=', from!.counter))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  const heartbeat = every(options.heartbeatMs ?? heartbeatMs, renewOrTakeOver, {
    log,
    failure: 'lease not renewed',
  })

  return {
    holder,
    isHeld: () => isHeld,
    /** Call it in every transaction that claims work: throws if the lease is lost. */
    async check(trx: Trx) {
      isHeld = isHeld && (await increment(trx))
      if (!isHeld) throw new LeaseLost()
    },
    /** Lets another server take over at once. */
    async release() {
      await heartbeat.stop()
      if (!isHeld) return
      isHeld = false
      const free = db.updateTable('lease').set({ holder: '' }).where('holder', '=', holder)
      await free
        .execute()
        .catch((error: unknown) => log.error({ err: error }, 'lease not released'))
    },
  }
}

export class LeaseLost extends Error {
  override name = 'LeaseLost'
}
