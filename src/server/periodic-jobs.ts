import type { Config } from '#config.ts'
import type { Logger } from 'pino'
import type { Database } from '#database/connect.ts'
import { checkpointWal } from '#database/delete-in-batches.ts'
import { queueDigest } from '#owner/queue-digest.ts'
import { deleteExpired, deleteShortLived } from '#privacy/delete-expired.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Retention, the digest and checkpoints: at the start and at intervals. A failed job runs again at its next time.
 * @returns a function that stops them
 */
export function startPeriodicJobs(
  { digest }: Pick<Config, 'digest'>,
  { database: { db, kind }, clock, log }: { database: Database; clock: () => Date; log: Logger },
) {
  const timers: NodeJS.Timeout[] = []
  const schedule = (job: (now: Date) => Promise<void>, everyMs: number, failure: string) => {
    const run = () =>
      void job(clock()).catch((error: unknown) => log.error({ err: error }, failure))
    run()
    timers.push(setInterval(run, everyMs))
  }
  schedule((now) => deleteShortLived(db, now), minuteMs, 'short-lived data not deleted')
  schedule((now) => deleteExpired(db, now), dayMs, 'expired data not deleted')
  if (kind === 'sqlite') schedule(() => checkpointWal(db), minuteMs, 'WAL checkpoint failed')
  if (digest !== 'off')
    schedule((now) => queueDigest(db, digest, now), minuteMs, 'digest not queued')
  return () => timers.forEach((timer) => clearInterval(timer))
}
