import type { DestinationStream } from 'pino'
import type { Config } from '#config.ts'
import { site } from '#content/content.ts'
import { connect } from '#database/connect.ts'
import { foldJournal } from '#database/fold-journal.ts'
import { serveQueries } from '#database/remote-sqlite.ts'
import type { SourceCount } from '#figures/count-visits.ts'
import { keepCounts } from '#figures/keep-counts.ts'
import { queueDigest } from '#figures/queue-digest.ts'
import { keepTrial } from '#intake/keep-trial.ts'
import { receiveSubmissions, type Arrival, type Outcome } from '#intake/receive-submissions.ts'
import { startCourier } from '#mail/courier.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'
import { forgetExpired, forgetExpiredLimits } from '#privacy/forget-expired.ts'
import { noteLegalTexts } from '#privacy/legal-versions.ts'
import { logTo } from './create-log.ts'
import { createMailWriters } from './mail-writers.ts'
import type { SiteBuild } from './site-build.ts'

/** Plain values: they may go to another thread. */
export interface BackgroundOptions extends Pick<SiteBuild, 'consent' | 'legalTexts'> {
  config: Config
  secret: string
}

export type Background = ReturnType<typeof startBackground>

/** What goes on beside the answering of pages: writing submissions down, sending mail, forgetting. */
export function startBackground(
  { config, secret, consent, legalTexts }: BackgroundOptions,
  logLines: DestinationStream,
) {
  const log = logTo(logLines, config.logLevel)
  const clock = () => new Date()
  const database = connect(config.database)
  const { db } = database
  // Its own: what a visitor waits for does not wait for a batch, only for the disk.
  const forPages = connect(config.database)
  const from = config.mailFrom ?? `${site.brand} <${site.email}>`
  const { publicUrl, smtpUrl, submissionsPerMinute, contactTo = site.email } = config
  const mails = new Map<string, { kind: string; outcome: string; count: number }>()
  const courier =
    smtpUrl === undefined
      ? undefined
      : startCourier({
          database,
          writers: createMailWriters({ publicUrl, secret, contactTo, dataDir: config.dataDir }),
          transport: createSmtpTransport({ url: smtpUrl, from }),
          from,
          mailPerSecond: config.mailPerSecond,
          clock,
          log,
          onOutcome(kind, outcome) {
            mails.getOrInsert(`${kind} ${outcome}`, { kind, outcome, count: 0 }).count += 1
          },
        })
  const onError = (error: unknown, arrivals: Arrival[]) => {
    const ids = arrivals.map(({ requestId }) => requestId)
    log.error({ ids, err: error }, 'submission not kept')
  }
  const repeated: NodeJS.Timeout[] = []
  const repeat = (work: (now: Date) => Promise<void>, everyMs: number, failure: string) => {
    const run = () =>
      void work(clock()).catch((error: unknown) => log.error({ err: error }, failure))
    run()
    repeated.push(setInterval(run, everyMs))
  }
  const dayMs = 24 * 3_600_000
  repeat((now) => forgetExpiredLimits(db, now), 60_000, 'sweep failed')
  repeat((now) => forgetExpired(db, now), dayMs, 'retention failed')
  if (database.kind === 'sqlite') repeat(() => foldJournal(db), 60_000, 'journal not folded')
  repeat((now) => noteLegalTexts(db, legalTexts, now), dayMs, 'legal texts not noted')
  const { digest } = config
  if (digest !== 'off') repeat((now) => queueDigest(db, digest, now), 60_000, 'digest not queued')
  let stopped: Promise<void> | undefined
  /** At once; what visitors still send is received. */
  const stopSending = async (): Promise<void> => {
    for (const timer of repeated) clearInterval(timer)
    await (stopped ??= courier?.stop())
  }
  return {
    ...serveQueries(forPages.db),
    async receive(arrivals: Arrival[], now: Date): Promise<Outcome[]> {
      const options = { consent, submissionsPerMinute, onError }
      const outcomes = await receiveSubmissions(db, arrivals, options, now)
      courier?.nudge()
      return outcomes
    },
    /**
     * Visits and signups that were counted meanwhile.
     * @returns whether they are kept
     */
    count: (counts: SourceCount[]): Promise<boolean> =>
      keepCounts(db, counts).then(
        () => true,
        (error: unknown) => {
          log.error({ err: error }, 'visits not kept')
          return false
        },
      ),
    /** For those who watch. */
    report: async () => ({ mails: [...mails.values()], pool: database.pool?.() }),
    /** Fails where nothing could be received. */
    keepTrial: (now: Date) => keepTrial(db, now),
    /** There is mail to send. */
    nudge: async () => courier?.nudge(),
    stopSending,
    async close() {
      await stopSending()
      await forPages.close()
      await database.close()
    },
  }
}
