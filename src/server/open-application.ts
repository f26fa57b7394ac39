import type { DestinationStream, Logger } from 'pino'
import type { Config } from '#config.ts'
import { site as content } from '#content/content.ts'
import { stageAt, type Stage } from '#content/launch.ts'
import { connectForReading } from '#database/connect.ts'
import { createDiskCheck } from '#database/free-disk.ts'
import { describeOpening, openDatabase } from '#database/open-database.ts'
import type { Db } from '#database/schema.ts'
import { createRateLimit } from '#http/rate-limit.ts'
import { createDataRequestStore, createIntake } from '#intake/intake.ts'
import { createSubmissionStore } from '#intake/submissions.ts'
import { mailStartupLine } from '#mail/outbox.ts'
import { storeConsentTexts } from '#subscribers/consent.ts'
import { readsPerMinute } from '#privacy/my-data.ts'
import { readOrMakeSecret } from '#secret.ts'
import type { ClientBuild } from '#site/render-page.tsx'
import type { Resource } from '#site/resource.ts'
import type { OpenBackground } from './background.ts'
import { createLog, createLogLines } from './create-log.ts'
import { createListener } from './listener.ts'
import { createRequestLog } from './log-requests.ts'
import { createOperations, type Operations } from './operations.ts'
import { consentStages, openSite } from './open-site.ts'
import { startPublishing } from './publish-letters.ts'
import { recordStart } from './record-start.ts'
import { startVisitCounting } from './start-visit-counting.ts'

interface Parts {
  client: ClientBuild
  assets: Map<string, Resource>
  background: OpenBackground
  /** Before and after the launch. */
  stages: Stage[]
  logLines?: DestinationStream
}

/** Wires everything together: database, pages, POST /contact and the background work. */
export async function openApplication(config: Config, parts: Parts) {
  const { client, stages, assets, background: open, logLines = createLogLines() } = parts
  const { publicUrl } = config
  const consents = consentStages(stages)
  const log = createLog(logLines, config.logLevel)
  const clock = () => new Date()
  const consent = () => stageAt(consents, clock()).consent
  if (publicUrl.startsWith('https:') && config.trustedProxies === 0) log.warn(untrustedProxy)
  const databaseLine = describeOpening(config.database)
  const migrated = await openDatabase(config.database)
  const texts = consents.map((stage) => stage.consent)
  await storeConsentTexts(migrated.db, texts, clock())
  const secret = config.secret ?? readOrMakeSecret(config.dataDir)
  const letters = await recordStart(migrated.db, { config, secret }, { log, now: clock() })
  const background = open({ config, secret }, logLines)
  const isSqlite = migrated.kind === 'sqlite'
  const database = isSqlite ? connectForReading(config.database) : migrated
  const { db } = database
  // On SQLite the background thread writes, so that this thread never waits for the disk.
  const operations: Operations = isSqlite
    ? background
    : createOperations({ db, secret, publicUrl, clock, log })
  const isDiskLow = isSqlite ? createDiskCheck(config.diskDir) : () => false
  const submissions = createSubmissionStore({ db, insert: operations.store, isDiskLow })
  const counting = startVisitCounting(publicUrl, clock, operations, log)
  const context = {
    ...config,
    secret,
    clock,
    operations,
    ...submissions,
    rateLimit: createRateLimit(config.submissionsPerMinute),
    readLimit: createRateLimit(readsPerMinute),
    consent,
  }
  const intake = createIntake({
    ...context,
    db,
    onSignup: (page) => counting.visits.signup(page),
    showFailureNotice: content.showFailureNotice,
  })
  const { site, ...publishing } = await startSite(config, { client, stages, db, log })
  const startupLines = {
    database: databaseLine,
    mail: await mailStartupLine(db, config.smtpUrl),
    letters,
  }
  if (isSqlite) await migrated.close()
  return {
    listener: createListener({
      pages: { ...context, db, site, storeDataRequest: createDataRequestStore(context) },
      assets,
      intake,
      visits: counting.visits,
      probeWrite: () => operations.probeWrite(),
      isDiskLow,
      log,
      requestLog: createRequestLog(log),
    }),
    startupLines,
    stopWork: () => void background.stopWork(),
    async close() {
      await counting.stop()
      await publishing.stop()
      // Close the writer last: only it can checkpoint SQLite's WAL.
      await database.close()
      await background.close()
    },
  }
}

interface SiteParts extends Pick<Parts, 'client' | 'stages'> {
  db: Db
  log: Logger
}

/** Opens the site with its public letters, and shows others when the database has them. */
function startSite({ publicUrl, apiUrl = '' }: Config, { client, stages, db, log }: SiteParts) {
  const onError = (error: unknown) => log.error({ err: error }, 'page not rendered')
  return startPublishing(db, publicUrl, log, (letters) =>
    openSite({ client, stages, publicUrl, apiUrl, now: Date.now, letters, onError }),
  )
}

const untrustedProxy =
  'PUBLIC_URL is https, but TRUST_PROXY is 0: all visitors behind the proxy share one rate limit. If the proxy is yours, set TRUST_PROXY=1.'
