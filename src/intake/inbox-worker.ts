import type { Logger } from 'pino'
import type { Lease } from '#database/lease.ts'
import type { Db, SubmissionTable, Trx } from '#database/schema.ts'
import { retryDelayMs } from '#mail/delivery-policy.ts'
import { createWaker } from '#waker.ts'

/** Not at once: the work on one submission must not show in the response time of the next. */
const tickMs = 250
/** Per tick: the rest of the time is for storing new submissions. */
const maxWorkMs = 40
const maxPerTick = 100

interface InboxWorkerOptions {
  db: Db
  lease: Lease
  clock: () => Date
  log: Logger
  process: (trx: Trx, submission: SubmissionTable, now: Date) => Promise<void>
  /** Called when mail may have been queued. */
  onProcessed: () => void
}

/** Processes stored submissions, one transaction each, on the server that holds the lease. */
export function startInboxWorker(options: InboxWorkerOptions) {
  const { lease, log, onProcessed } = options
  const waker = createWaker()
  const stopping = new AbortController()

  async function run() {
    while (!stopping.signal.aborted) {
      if (lease.isHeld()) {
        const count = await processDue(options).catch((error: unknown) => {
          log.error({ err: error }, 'submissions not readable')
          return 0
        })
        if (count > 0) onProcessed()
      }
      await waker.sleep(tickMs)
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      waker.wake()
      await running
    },
  }
}

/** @returns how many were tried */
export async function processDue(
  options: Pick<InboxWorkerOptions, 'db' | 'clock' | 'log' | 'process'>,
): Promise<number> {
  const { db, clock, log } = options
  const due = await db
    .selectFrom('submissions')
    .select('id')
    .where('processed_at', 'is', null)
    .where('due_at', '<=', clock().toISOString())
    .orderBy('due_at')
    .limit(maxPerTick)
    .execute()
  const endAt = performance.now() + maxWorkMs
  let processed = 0
  for (const { id } of due) {
    if (performance.now() > endAt) break
    processed += 1
    try {
      await db.transaction().execute((trx) => processOne(trx, id, options))
    } catch (error) {
      log.error({ id, err: error }, 'submission not processed')
      await postpone(db, id, error, clock())
    }
  }
  return processed
}

async function processOne(
  trx: Trx,
  id: string,
  { process, clock }: Pick<InboxWorkerOptions, 'process' | 'clock'>,
) {
  // The update locks the row: if two servers try it at the same moment, the second finds it processed.
  const submission = await trx
    .updateTable('submissions')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!submission) return
  // Cleared first, so that a data request doesn't find its own row.
  await trx
    .updateTable('submissions')
    .set({ processed_at: clock().toISOString(), payload: null, email_key: null, last_error: null })
    .where('id', '=', id)
    .execute()
  await process(trx, submission, clock())
}

/** Retries it later, with backoff. `doctor` reports it meanwhile. */
async function postpone(db: Db, id: string, error: unknown, now: Date) {
  const { name, code } = error as NodeJS.ErrnoException
  const { attempts } = await db
    .updateTable('submissions')
    .set((row) => ({ attempts: row('attempts', '+', 1), last_error: code ?? name }))
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  const due_at = new Date(now.getTime() + retryDelayMs(attempts)).toISOString()
  await db.updateTable('submissions').set({ due_at }).where('id', '=', id).execute()
}
