import type { DestinationStream, Logger } from 'pino'
import { settingsByName, type Config } from '#config.ts'
import { connect } from '#database/connect.ts'
import { createLease, type Lease } from '#database/lease.ts'
import type { Db } from '#database/schema.ts'
import { recordServerSettings } from '#database/server-settings.ts'
import { startInboxWorker } from '#intake/inbox-worker.ts'
import { processSubmissions } from '#intake/process-submission.ts'
import { takeOverMail } from '#mail/claim-mail.ts'
import { ownAddresses } from '#mail/mail-headers.ts'
import { startMailWorker } from '#mail/mail-worker.ts'
import { startLetterQueue } from '#newsletter/letter-queue.ts'
import { createSmtpTransport } from '#mail/smtp.ts'
import { createLog } from './create-log.ts'
import { createMailKinds } from './mail-kinds.ts'
import { createOperations, type Operations } from './operations.ts'
import { startPeriodicJobs } from './periodic-jobs.ts'

/** Plain values, so that they can be passed to another thread. */
export interface BackgroundOptions {
  config: Config
  secret: string
}

export type Background = ReturnType<typeof startBackground>

/** All work outside of requests: writing on SQLite, processing submissions, sending mail, retention. */
export function startBackground(options: BackgroundOptions, logLines: DestinationStream) {
  const { config, secret } = options
  const log = createLog(logLines, config.logLevel)
  const clock = () => new Date()
  const database = connect(config.database)
  const { db } = database
  const lease = createLease({ db, log, onTaken: (trx) => takeOverMail(trx, clock()) })
  const settings = settingsByName(config, { ...ownAddresses(config), secret: options.secret })
  recordServerSettings(db, settings, clock()).catch((error: unknown) =>
    log.error({ err: error }, 'settings not recorded'),
  )
  const tools = { db, lease, clock, log }
  const mail = startMail(options, tools)
  const wakeMail = () => mail?.wake()
  const inbox = startInboxWorker({
    ...tools,
    process: processSubmissions,
    onProcessed: wakeMail,
  })
  const letters = startLetterQueue({ ...tools, onQueued: wakeMail })
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
    ...tools,
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

/** @returns undefined without SMTP_URL: mail then waits in the outbox */
function startMail(
  { config, secret }: BackgroundOptions,
  tools: { db: Db; lease: Lease; clock: () => Date; log: Logger },
) {
  const { smtpUrl: url, bounceTo, mailPerSecond, unconfirmedMailPerHour } = config
  if (url === undefined) return undefined
  const own = ownAddresses(config)
  const { from } = own
  const kinds = createMailKinds({ ...config, ...own, secret })
  const transport = createSmtpTransport({ url, from, bounceTo })
  const pace = { mailPerSecond, unconfirmedMailPerHour }
  return startMailWorker({ ...tools, ...pace, kinds, transport, from })
}
