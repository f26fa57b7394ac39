import type { DestinationStream, Logger } from 'pino'
import type { Config } from '#config.ts'
import { connect, type Database } from '#database/connect.ts'
import { createLease } from '#database/lease.ts'
import { startInboxWorker } from '#intake/inbox-worker.ts'
import { processSubmissions } from '#intake/process-submission.ts'
import { takeOverMail } from '#mail/claim-mail.ts'
import { ownAddresses } from '#mail/mail-headers.ts'
import { startMailWorker } from '#mail/mail-worker.ts'
import { startLetterQueue } from '#letters/letter-queue.ts'
import { createSmtpTransport, type Transport } from '#mail/smtp.ts'
import { createLog } from './create-log.ts'
import { createMailKinds } from '#owner/mail-kinds.ts'
import { createOperations, type Operations } from './operations.ts'
import { startPeriodicJobs } from './periodic-jobs.ts'

/** Plain values, so that they can be passed to another thread. */
export interface BackgroundOptions {
  config: Config
  secret: string
}

/** The outside world, which tests may replace. */
interface BackgroundTools {
  database: Database
  /** Undefined without SMTP_URL: mail then waits in the outbox. */
  transport: Transport | undefined
  clock: () => Date
  log: Logger
  letterBatchSize?: number
}

export type Background = ReturnType<typeof startBackground>

export type OpenBackground = (options: BackgroundOptions, logLines: DestinationStream) => Background

/** Starts the background work with the database and mail server of the settings. */
export const openBackground: OpenBackground = (options, logLines) => {
  const { config } = options
  const { smtpUrl: url, bounceTo } = config
  const { from } = ownAddresses(config)
  return startBackground(options, {
    database: connect(config.database),
    transport: url === undefined ? undefined : createSmtpTransport({ url, from, bounceTo }),
    clock: () => new Date(),
    log: createLog(logLines, config.logLevel),
  })
}

/** All work outside of requests: writing on SQLite, processing submissions, sending mail, retention. */
export function startBackground(options: BackgroundOptions, tools: BackgroundTools) {
  const { config, secret } = options
  const { database, transport, clock, log, letterBatchSize } = tools
  const { db } = database
  const lease = createLease({ db, log, onTaken: (trx) => takeOverMail(trx, clock()) })
  const shared = { db, lease, clock, log }
  const mail = transport && startMailWorker({ ...shared, ...mailOptions(options), transport })
  const wakeMail = () => mail?.wake()
  const inbox = startInboxWorker({
    ...shared,
    processSubmissions,
    onProcessed: wakeMail,
  })
  const letters = startLetterQueue({
    ...shared,
    onQueued: wakeMail,
    batchSize: letterBatchSize,
  })
  const stopPeriodicJobs = startPeriodicJobs(config, { database, clock, log })
  let stopping: Promise<void> | undefined
  /** Submissions can still be stored afterwards; the next server processes them. */
  const stopWork = () => (stopping ??= stop())
  async function stop() {
    stopPeriodicJobs()
    await inbox.stop()
    await letters.stop()
    await mail?.stop()
    await lease.release()
  }
  const operations = createOperations({
    ...shared,
    secret,
    publicUrl: config.publicUrl,
  })
  const store: Operations['store'] = (submissions) => {
    inbox.giveWay()
    return operations.store(submissions)
  }
  return {
    ...operations,
    store,
    stopWork,
    async close() {
      await stopWork()
      await database.close()
    },
  }
}

function mailOptions({ config, secret }: BackgroundOptions) {
  const own = ownAddresses(config)
  const { mailPerSecond, unconfirmedMailPerHour } = config
  const kinds = createMailKinds({ ...config, ...own, secret })
  return { kinds, from: own.from, mailPerSecond, unconfirmedMailPerHour }
}
