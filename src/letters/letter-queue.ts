import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { LeaseLost, type Lease } from '#database/lease.ts'
import type { Db, Trx } from '#database/schema.ts'
import { bypassIndex } from '#database/read-rows.ts'
import { every } from '#every.ts'
import { queueMails } from '#mail/outbox.ts'
import { endExpiredSubscriptions } from './end-expired-subscriptions.ts'

const defaultPollMs = 1000
/** Small, because on SQLite no form can be stored meanwhile. */
const defaultBatchSize = 500
/** Between two batches, for all other writers. */
const betweenBatchesMs = 20

interface LetterQueueOptions {
  db: Db
  lease: Pick<Lease, 'isHeld' | 'check'>
  clock: () => Date
  log: Logger
  /** Called when letters may be sent. */
  onQueued: () => void
  pollMs?: number
  batchSize?: number | undefined
}

/** Queues each letter at its time, on the server that holds the lease. */
export function startLetterQueue(options: LetterQueueOptions) {
  const { lease, log, onQueued, pollMs = defaultPollMs } = options
  const queue = async (stopping: AbortSignal) => {
    try {
      if (lease.isHeld() && (await queueDueLetters(options, stopping))) onQueued()
    } catch (error) {
      // Another server has it now, and goes on.
      if (!(error instanceof LeaseLost)) throw error
    }
  }
  return every(pollMs, queue, { log, failure: 'letters not queued' })
}

/**
 * Queues every letter that is due, however late, for everyone who was confirmed at its time. Nothing of a letter goes
 * out before its last mail is queued. If it is interrupted, the next call starts again: see queueMails.
 * @returns whether any letter was queued
 */
export async function queueDueLetters(
  {
    db,
    lease,
    clock,
    batchSize = defaultBatchSize,
  }: Pick<LetterQueueOptions, 'db' | 'lease' | 'clock' | 'batchSize'>,
  stopping?: AbortSignal,
): Promise<boolean> {
  const due = await db
    .selectFrom('letters')
    .select(['name', 'due_at'])
    .where('state', 'in', ['scheduled', 'preparing'])
    .where('due_at', '<=', clock().toISOString())
    .orderBy('started_at')
    .execute()
  for (const { name, due_at } of due) {
    // The daily cleanup may not have ended them yet.
    await endExpiredSubscriptions(db, new Date(due_at))
    for (let after: string | undefined = ''; after !== undefined;) {
      if (stopping?.aborted) return false
      const from: string = after
      after = await db.transaction().execute(async (trx) => {
        await lease.check(trx)
        return await queueBatch(trx, { name, after: from, batchSize }, clock())
      })
      if (after !== undefined) await sleep(betweenBatchesMs)
    }
  }
  return due.length > 0
}

/** @returns the last subscriber of the batch, or undefined when there are no more */
async function queueBatch(
  trx: Trx,
  { name, after, batchSize }: { name: string; after: string; batchSize: number },
  now: Date,
) {
  // Locks the row: the owner may stop the letter meanwhile, and people confirm (see joinDueLetters).
  const letter = await trx
    .updateTable('letters')
    .set((row) => ({
      state: 'preparing',
      queued_at: row.fn.coalesce('queued_at', row.val(now.toISOString())),
    }))
    .where('name', '=', name)
    .where('state', 'in', ['scheduled', 'preparing'])
    // It may have been cancelled and scheduled again while other letters were queued.
    .where('due_at', '<=', now.toISOString())
    .returning(['due_at', 'queued_at'])
    .executeTakeFirst()
  if (!letter) return undefined
  const recipients = await trx
    .selectFrom('subscribers')
    .select('id')
    .where('id', '>', after)
    // In the order of the primary key, whatever the share of people who have confirmed.
    .where(bypassIndex('status'), '=', 'confirmed')
    .where('confirmed_at', '<=', letter.due_at)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  await queueLetterMails(
    trx,
    name,
    recipients.map(({ id }) => id),
    new Date(letter.queued_at!),
  )
  if (recipients.length === batchSize) return recipients.at(-1)!.id
  await trx.updateTable('letters').set({ state: 'started' }).where('name', '=', name).execute()
  return undefined
}

/** Call it in the transaction that confirms a subscriber. */
export async function queueFirstLetters(
  trx: Trx,
  subscriberId: string,
  { now, sendsWelcome }: { now: Date; sendsWelcome: boolean },
) {
  await joinDueLetters(trx, subscriberId, now)
  if (sendsWelcome) await queueMails(trx, [{ kind: 'welcome', aboutId: subscriberId }], now)
}

/**
 * If the clocks of two servers differ, or the transaction that confirms was slow, a letter with a later time may have
 * been queued without this subscriber.
 */
async function joinDueLetters(trx: Trx, subscriberId: string, confirmedAt: Date) {
  // Locks the rows: a letter that is not queued yet waits for this transaction, and then finds the subscriber.
  const letters = await trx
    .updateTable('letters')
    .set((row) => ({ state: row.ref('state') }))
    .where('state', '!=', 'stopped')
    .where('due_at', '>=', confirmedAt.toISOString())
    .returning(['name', 'queued_at'])
    .execute()
  for (const { name, queued_at: queuedAt } of letters) {
    if (queuedAt !== null) await queueLetterMails(trx, name, [subscriberId], new Date(queuedAt))
  }
}

async function queueLetterMails(trx: Trx, letter: string, subscriberIds: string[], at: Date) {
  const mails = subscriberIds.map((aboutId) => ({ kind: 'letter' as const, letter, aboutId }))
  const queued = await queueMails(trx, mails, at)
  if (queued === 0) return
  await trx
    .updateTable('letters')
    .set((row) => ({ audience: row('audience', '+', queued) }))
    .where('name', '=', letter)
    .execute()
}
