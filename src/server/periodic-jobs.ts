import type { Config } from '#config.ts'
import type { Logger } from 'pino'
import type { Database } from '#database/connect.ts'
import { checkpointWal } from '#database/delete-in-batches.ts'
import { every } from '#every.ts'
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
  const jobs: ReturnType<typeof every>[] = []
  const schedule = (job: (now: Date) => Promise<void>, ms: number, failure: string) =>
    jobs.push(every(ms, () => job(clock()), { log, failure }))
  schedule((now) => deleteShortLived(db, now), minuteMs, 'short-lived data not deleted')
  schedule((now) => deleteExpired(db, now), dayMs, 'expired data not deleted')
  if (kind === 'sqlite') schedule(() => checkpointWal(db), minuteMs, 'WAL checkpoint failed')
  if (digest !== 'off')
    schedule((now) => queueDigest(db, digest, now), minuteMs, 'digest not queued')
  // Not awaited: a deletion may take long.
  return () => jobs.forEach((job) => void job.stop())
}
