import type { Config } from '#config.ts'
import type { Logger } from 'pino'
import type { Database } from '#database/connect.ts'
import { checkpointWal } from '#database/delete-in-slices.ts'
import { queueDigest } from '#figures/queue-digest.ts'
import { forgetExpired, forgetShortLived } from '#privacy/forget-expired.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Work at the start and at intervals: retention, digest, checkpoints. A failure is retried the next time.
 * @returns what ends it
 */
export function startRepeatedWork(
  { digest }: Pick<Config, 'digest'>,
  { database: { db, kind }, clock, log }: { database: Database; clock: () => Date; log: Logger },
) {
  const timers: NodeJS.Timeout[] = []
  const repeat = (work: (now: Date) => Promise<void>, everyMs: number, failure: string) => {
    const run = () =>
      void work(clock()).catch((error: unknown) => log.error({ err: error }, failure))
    run()
    timers.push(setInterval(run, everyMs))
  }
  repeat((now) => forgetShortLived(db, now), minuteMs, 'sweep failed')
  repeat((now) => forgetExpired(db, now), dayMs, 'retention failed')
  if (kind === 'sqlite') repeat(() => checkpointWal(db), minuteMs, 'journal not folded')
  if (digest !== 'off') repeat((now) => queueDigest(db, digest, now), minuteMs, 'digest not queued')
  return () => timers.forEach((timer) => clearInterval(timer))
}
