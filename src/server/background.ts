import type { DestinationStream } from 'pino'
import type { Config } from '#config.ts'
import { connect } from '#database/connect.ts'
import { serveQueries } from '#database/remote-sqlite.ts'
import type { SourceCount } from '#figures/count-visits.ts'
import { keepCounts } from '#figures/visit-counts.ts'
import { probeWrite } from '#intake/probe-write.ts'
import { receiveSubmissions, type Arrival, type Outcome } from '#intake/receive-submissions.ts'
import { startCourier } from '#mail/courier.ts'
import type { WorkTools } from '#mail/courier-options.ts'
import { ownAddresses } from '#mail/own-addresses.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'
import { createLog } from './create-log.ts'
import { createMailWriters } from './mail-writers.ts'
import { startRepeatedWork } from './repeated-work.ts'
import type { SiteBuild } from './site-build.ts'

/** Plain values: they may go to another thread. */
export interface BackgroundOptions extends Pick<SiteBuild, 'consent'> {
  config: Config
  secret: string
}

export type Background = ReturnType<typeof startBackground>

/** What goes on beside the answering of pages: writing submissions down, sending mail, forgetting. */
export function startBackground(options: BackgroundOptions, logLines: DestinationStream) {
  const { config, consent } = options
  const log = createLog(logLines, config.logLevel)
  const clock = () => new Date()
  const database = connect(config.database)
  const { db } = database
  // Its own: what a visitor waits for does not wait for a batch, only for the disk. (On PostgreSQL nobody asks it.)
  const forPages = connect(config.database)
  const { submissionsPerMinute } = config
  const courier = startMailing(options, { database, clock, log })
  const stopRepeatedWork = startRepeatedWork(config, { database, clock, log })
  const onError = (error: unknown, arrivals: Arrival[]) => {
    const ids = arrivals.map(({ requestId }) => requestId)
    log.error({ ids, err: error }, 'submission not kept')
  }
  /** At once; what visitors still send is received. */
  const stopSending = async (): Promise<void> => {
    stopRepeatedWork()
    await courier?.stop()
  }
  return {
    query: serveQueries(forPages.db),
    async receive(arrivals: Arrival[]): Promise<Outcome[]> {
      const receiving = { consent, submissionsPerMinute, onError }
      const outcomes = await receiveSubmissions(db, arrivals, receiving, clock())
      courier?.nudge()
      return outcomes
    },
    /** Visits and signups that were counted meanwhile. */
    count: (counts: SourceCount[]) => keepCounts(db, counts),
    /** Fails where nothing could be received. */
    probeWrite: (now: Date) => probeWrite(db, now),
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

/** A courier with all that it needs; none where no mail server is named, and mail waits. */
function startMailing({ config, secret }: BackgroundOptions, tools: WorkTools) {
  const { publicUrl, smtpUrl: url, dataDir, mailPerSecond } = config
  if (url === undefined) return undefined
  const { from, contactTo } = ownAddresses(config)
  const writers = createMailWriters({ publicUrl, secret, contactTo, dataDir })
  const transport = createSmtpTransport({ url, from })
  return startCourier({ ...tools, writers, transport, from, mailPerSecond })
}
