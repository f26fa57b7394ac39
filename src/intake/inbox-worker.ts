import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Lease } from '#database/lease.ts'
import { isPostgres } from '#database/read-rows.ts'
import type { Db, SubmissionTable, Trx } from '#database/schema.ts'
import { every } from '#every.ts'
import { createWaker } from '#waker.ts'

/** Not at once: response times must not reveal what a submission caused, such as a mail. */
const tickMs = 250
/** On SQLite nothing can be stored while a batch is processed. On PostgreSQL its rows are locked. */
const maxBatchMs = { sqlite: 20, postgres: 200 }
/** Several, so that no response time reveals the work on one of them. */
const minBatchSize = 5
const maxBatchSize = 50
/** While submissions are being stored on this thread, the wait after a batch is this many times as long. */
const waitFactor = 4

const firstRetryMs = 30_000
const maxRetryMs = 3_600_000

interface InboxWorkerOptions {
  db: Db
  lease: Lease
  clock: () => Date
  log: Logger
  processSubmissions: (trx: Trx, submissions: SubmissionTable[], now: Date) => Promise<void>
  /** Called when mail may have been queued. */
  onProcessed: () => void
}

type ProcessingOptions = Pick<InboxWorkerOptions, 'db' | 'clock' | 'log' | 'processSubmissions'>

/** Processes stored submissions on the server that holds the lease: all that are due, then again after a tick. */
export function startInboxWorker(options: InboxWorkerOptions) {
  const { db, lease, log, onProcessed } = options
  const maxMs = maxBatchMs[isPostgres(db) ? 'postgres' : 'sqlite']
  const pause = createWaker()
  let isStoring = false

  async function processAllDue(stopping: AbortSignal): Promise<number> {
    let count = 0
    let batchSize = minBatchSize
    for (;;) {
      const { tried, tookMs, isBacklog } = await processDue(options, batchSize)
      count += tried
      if (!isBacklog || stopping.aborted || !lease.isHeld()) return count
      // In steps, because each size has its own prepared statements.
      const steps = Math.floor((tried * maxMs) / tookMs / minBatchSize)
      batchSize = Math.min(Math.max(steps, 1) * minBatchSize, maxBatchSize)
      // Receives what other threads want to store.
      await yieldToEventLoop()
      if (isStoring) await pause.sleep(tookMs * waitFactor)
      isStoring = false
    }
  }

  const work = async (stopping: AbortSignal) => {
    if (lease.isHeld() && (await processAllDue(stopping)) > 0) onProcessed()
  }
  const processing = every(tickMs, work, { log, failure: 'submissions not readable' })
  return {
    /** Call it for each store on the same thread. */
    giveWay: () => void (isStoring = true),
    async stop() {
      pause.wake()
      await processing.stop()
    },
  }
}

/** Processes one batch in one transaction; after an error, each submission by itself. */
export async function processDue(options: ProcessingOptions, batchSize = maxBatchSize) {
  const { db, clock, log } = options
  const due = await findDue(db, batchSize, clock())
  // A batch has only one of the two: a data request must find the messages that are not processed yet.
  const ids = due
    .filter(({ kind }) => isMessage(kind) === isMessage(due[0]!.kind))
    .map(({ id }) => id)
  const isBacklog = due.length === batchSize || ids.length < due.length
  if (ids.length === 0) return { tried: 0, tookMs: 0, isBacklog: false }
  // Without the commit: a slow disk would make batches small, and the commits many.
  const startedAt = performance.now()
  let endedAt = startedAt
  try {
    await db.transaction().execute(async (trx) => {
      await processBatch(trx, ids, options)
      endedAt = performance.now()
    })
  } catch (error) {
    if (ids.length > 1) log.warn({ err: error }, 'submissions not processed, trying each by itself')
    for (const id of ids) await processAlone(id, options)
    endedAt = performance.now()
  }
  return { tried: ids.length, tookMs: endedAt - startedAt, isBacklog }
}

const isMessage = (kind: SubmissionTable['kind']) => kind === 'message'

/** Signups and data requests before contact messages: their visitors wait for a mail. */
async function findDue(db: Db, limit: number, now: Date) {
  return await db
    .selectFrom('submissions')
    .select(['id', 'kind'])
    .where('processed_at', 'is', null)
    .where('due_at', '<=', now.toISOString())
    // As in the index submissions_waiting.
    .orderBy(sql`(kind = 'message')`)
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

async function processAlone(id: string, options: ProcessingOptions) {
  const { db, clock, log } = options
  try {
    await db.transaction().execute((trx) => processBatch(trx, [id], options))
  } catch (error) {
    log.error({ id, err: error }, 'submission not processed')
    await postpone(db, id, error, clock())
  }
  await yieldToEventLoop()
}

async function processBatch(
  trx: Trx,
  ids: string[],
  { processSubmissions, clock }: ProcessingOptions,
) {
  // The update locks the rows: if two servers try them at the same moment, the second finds them processed.
  const submissions = await trx
    .updateTable('submissions')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where('processed_at', 'is', null)
    .returningAll()
    .execute()
  // Cleared first, so that a data request doesn't find its own row.
  await trx
    .updateTable('submissions')
    .set({ processed_at: clock().toISOString(), payload: null, email_key: null, last_error: null })
    .where('id', 'in', ids)
    .where('processed_at', 'is', null)
    .execute()
  const inOrder = submissions.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  await processSubmissions(trx, inOrder, clock())
}

/**
 * Retries it later, with backoff, however often, until it is deleted after `stuckSubmissionDays`. `doctor` and /readyz
 * report it meanwhile. Another server may have processed it, or an erasure deleted it, since it failed here.
 */
async function postpone(db: Db, id: string, error: unknown, now: Date) {
  const { name, code } = error as NodeJS.ErrnoException
  const failed = await db
    .updateTable('submissions')
    // The increment in processBatch was rolled back.
    .set((row) => ({ attempts: row('attempts', '+', 1), last_error: code ?? name }))
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .returning('attempts')
    .executeTakeFirst()
  if (!failed) return
  const retryMs = Math.min(firstRetryMs * 2 ** (failed.attempts - 1), maxRetryMs)
  const due_at = new Date(now.getTime() + retryMs).toISOString()
  await db.updateTable('submissions').set({ due_at }).where('id', '=', id).execute()
}
