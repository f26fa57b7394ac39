import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db, Trx } from './schema.ts'

const beatMs = 3000
const standstillMs = 20_000

export type Lease = ReturnType<typeof createLease>

interface LeaseOptions {
  db: Db
  log: Logger
  /** Runs in the transaction that takes the lease, to clean up after the previous holder. */
  onTaken: (trx: Trx) => Promise<void>
  standstillMs?: number
  beatMs?: number
}

/**
 * One server at a time processes submissions and sends mail. The holder raises a counter with every claim and every
 * few seconds. A server that sees the counter stand still for long enough, by its own monotonic clock, takes over.
 */
export function createLease(options: LeaseOptions) {
  const { db, log, onTaken } = options
  const holder: string = randomUUID()
  let isHeld = false
  let seen = { counter: -1, at: performance.now() }

  async function look() {
    if (isHeld) {
      isHeld = await raise(db)
      return
    }
    const current = await db.selectFrom('lease').selectAll().executeTakeFirstOrThrow()
    const { counter } = current
    if (counter !== seen.counter) seen = { counter, at: performance.now() }
    const isAlive = performance.now() - seen.at < (options.standstillMs ?? standstillMs)
    if (current.holder !== '' && isAlive) return
    isHeld = await db.transaction().execute(async (trx) => {
      const isTaken = await raise(trx, { holder: current.holder, counter })
      if (isTaken) await onTaken(trx)
      return isTaken
    })
  }

  /** Compare and set: false if another server has taken the lease meanwhile. */
  async function raise(trx: Db, from?: { holder: string; counter: number }): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('lease')
      .set((row) => ({ holder, counter: row('counter', '+', 1) }))
      .where('holder', '=', from?.holder ?? holder)
      .$if(from !== undefined, (update) => update.where('counter', '=', from!.counter))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  const beat = () =>
    look().catch((error: unknown) => log.error({ err: error }, 'lease not renewed'))
  let beating = beat()
  const timer = setInterval(() => void (beating = beating.then(beat)), options.beatMs ?? beatMs)

  return {
    holder,
    isHeld: () => isHeld,
    /** In every transaction that claims work: throws if the lease is lost. */
    async check(trx: Trx) {
      isHeld = isHeld && (await raise(trx))
      if (!isHeld) throw new LeaseLost()
    },
    /** Gives the lease back, so that another server takes over at once. */
    async release() {
      clearInterval(timer)
      await beating
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
