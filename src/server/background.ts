import type { DestinationStream, Logger } from 'pino'
import type { Config } from '#config.ts'
import { connect } from '#database/connect.ts'
import { createLease, type Lease } from '#database/lease.ts'
import type { Db } from '#database/schema.ts'
import { recordServerSettings } from '#database/server-settings.ts'
import { startInboxWorker } from '#intake/inbox-worker.ts'
import { processSubmission } from '#intake/process-submission.ts'
import { takeOverMail } from '#mail/claim-mail.ts'
import { ownAddresses } from '#mail/mail-headers.ts'
import { startMailWorker } from '#mail/mail-worker.ts'
import { createSmtpTransport } from '#mail/smtp.ts'
import { createLog } from './create-log.ts'
import { createMailWriters } from './mail-writers.ts'
import { createOperations } from './operations.ts'
import { startPeriodicJobs } from './periodic-jobs.ts'
import type { SiteBuild } from './site-build.ts'

/** Plain values, so that they can be passed to another thread. */
export interface BackgroundOptions extends Pick<SiteBuild, 'consent'> {
  config: Config
  secret: string
}

export type Background = ReturnType<typeof startBackground>

/** All work outside of requests: writing on SQLite, processing submissions, sending mail, retention. */
export function startBackground(options: BackgroundOptions, logLines: DestinationStream) {
  const { config, consent, secret } = options
  const log = createLog(logLines, config.logLevel)
  const clock = () => new Date()
  const database = connect(config.database)
  const { db } = database
  const lease = createLease({ db, log, onTaken: (trx) => takeOverMail(trx, clock()) })
  recordServerSettings(db, config.publicUrl, ownAddresses(config).from, clock()).catch(
    (error: unknown) => log.error({ err: error }, 'settings not recorded'),
  )
  const tools = { db, lease, clock, log }
  const mail = startMail(options, tools)
  const onProcessed = () => mail?.wake()
  const inbox = startInboxWorker({ ...tools, process: processSubmission, onProcessed })
  const stopPeriodicJobs = startPeriodicJobs(config, { database, clock, log })
  let stopping: Promise<void> | undefined
  /** Submissions can still be stored afterwards; the next server processes them. */
  const stopWork = () => (stopping ??= stop())
  async function stop() {
    stopPeriodicJobs()
    await inbox.stop()
    await mail?.stop()
    await lease.release()
  }
  return {
    ...createOperations({ ...tools, secret, publicUrl: config.publicUrl, consent }),
    stopWork,
    async close() {
      await stopWork()
      await database.close()
    },
  }
}

/** @returns undefined without SMTP_URL: mail then waits in the outbox */
function startMail(
  { config, secret }: BackgroundOptions,
  tools: { db: Db; lease: Lease; clock: () => Date; log: Logger },
) {
  const { publicUrl, smtpUrl: url, diskDir, bounceTo } = config
  if (url === undefined) return undefined
  const { from, contactTo } = ownAddresses(config)
  const writers = createMailWriters({ publicUrl, secret, contactTo, diskDir })
  const transport = createSmtpTransport({ url, from, bounceTo })
  const { mailPerSecond, unconfirmedMailPerHour } = config
  const pace = { mailPerSecond, unconfirmedMailPerHour }
  return startMailWorker({ ...tools, ...pace, writers, transport, from })
}
