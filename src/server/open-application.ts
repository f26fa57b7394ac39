import type { Config } from '#config.ts'
import { site as content } from '#content/content.ts'
import { openDatabase } from '#database/open-database.ts'
import { remoteSqlite } from '#database/remote-sqlite.ts'
import { createVisitCounter } from '#figures/count-visits.ts'
import { gather } from '#intake/gather.ts'
import { createIntake } from '#intake/intake.ts'
import type { Arrival, Outcome } from '#intake/receive-submissions.ts'
import { describeMail } from '#mail/describe-mail.ts'
import { readOrMakeSecret } from '#secret.ts'
import { createSite } from '#site/create-site.ts'
import { createApp } from './app.ts'
import type { AssetFile } from './asset-files.ts'
import type { startBackground } from './background.ts'
import { logTo } from './create-log.ts'
import { createListener } from './listener.ts'
import { createLogLines } from './log-lines.ts'
import { createRequestLog } from './log-requests.ts'
import { onGrid } from './on-grid.ts'
import { createPrebuiltAnswers } from './prebuilt-answers.ts'
import { securityHeaders } from './security-headers.ts'
import type { SiteBuild } from './site-build.ts'
import { createProxyWarning } from './untrusted-proxy.ts'

/** SQLite writes one batch while the next is on its way to it. PostgreSQL works on several. */
const batches = {
  sqlite: { mostPerBatch: 64, mostBatches: 2, mostWaiting: 1024 },
  postgres: { mostPerBatch: 64, mostBatches: 3, mostWaiting: 1024 },
}

// The time of an answer tells nothing about its work, which hardly ever takes longer than a step. In a crowd
// it is that of a whole batch, in which one more or less hardly counts: a fine grid for all of it will do.
const stepMs = 32
const crowd = 16
const batchStepMs = 1

interface Parts {
  build: SiteBuild
  assets: Map<string, AssetFile>
  background: typeof startBackground
}

/** Puts the parts together: database, pages, the door, and what goes on in the background. */
export async function openApplication(config: Config, parts: Parts) {
  const { build, assets } = parts
  const { publicUrl, allowedOrigins } = config
  const logLines = createLogLines()
  const log = logTo(logLines, config.logLevel)
  const clock = () => new Date()
  const database = await openDatabase(config.database)
  const secret = config.secret ?? readOrMakeSecret(config.dataDir)
  const { consent, legalTexts } = build
  const background = parts.background({ config, secret, consent, legalTexts }, logLines)
  // SQLite would make this thread wait for the disk; PostgreSQL waits elsewhere.
  const db = database.kind === 'sqlite' ? remoteSqlite(background) : database.db
  const limits = {
    secret,
    previousSecret: config.previousSecret,
    publicUrl,
    allowedOrigins,
    submissionsPerMinute: config.submissionsPerMinute,
    trustedProxies: config.trustedProxies,
  }
  const { metricsPort: port, host } = config
  // Not loaded, and nothing measured, where nobody asks.
  const metrics =
    port === undefined
      ? undefined
      : await (await import('./metrics.ts')).startMetrics({ port, host, database, background })
  const requestLog = createRequestLog(log, logLines, metrics)
  const visits = createVisitCounter(publicUrl, clock)
  const keepCounts = async () => {
    const counts = visits.take()
    if (!(await background.count(counts))) visits.putBack(counts)
  }
  const counting = setInterval(() => void keepCounts(), 60_000)
  const receive = gather(
    (arrivals: Arrival[]) => background.receive(arrivals, clock()),
    'unavailable',
    batches[config.database.kind],
    (work) => onGrid(work, batchStepMs),
  )
  let inHand = 0
  const intake = createIntake({
    ...limits,
    async receive(arrival, page) {
      inHand += 1
      const work = () => receive(arrival)
      const outcome = await (inHand > crowd ? work() : onGrid(work, stepMs)).finally(
        () => (inHand -= 1),
      )
      const { submission } = arrival
      metrics?.submission(submission?.kind ?? 'none', outcomeName(outcome, submission))
      const isSignup = submission?.kind === 'newsletter' && !submission.trapped
      if (isSignup && outcome === 'kept') visits.signup(page)
      return outcome
    },
    showFailureNotice: content.showFailureNotice,
  })
  const site = createSite({ build, publicUrl, apiUrl: config.apiUrl ?? '', now: Date.now })
  const headers = securityHeaders(publicUrl)
  const prebuilt = createPrebuiltAnswers(site, assets, headers)
  const app = createApp({
    pages: { ...limits, db, site, clock, consent },
    prebuilt,
    headers,
    keepTrial: (now) => background.keepTrial(now),
    afterPost: () => void background.nudge(),
    log,
    requestLog,
  })
  return {
    listener: createListener({
      app,
      prebuilt,
      intake,
      visits,
      headers,
      timed: (work) => onGrid(work, stepMs),
      onForwarded: createProxyWarning(config, log),
      log,
      requestLog,
    }),
    describeDatabase: describeDatabase(config),
    describeMail: await describeMail(database.db, config.smtpUrl),
    stopSending: () => void background.stopSending(),
    async close() {
      metrics?.close()
      clearInterval(counting)
      await keepCounts()
      await background.close()
      await database.close()
    },
  }
}

function outcomeName(outcome: Outcome, submission: Arrival['submission']): string {
  if (typeof outcome === 'object') return 'limited'
  return outcome === 'kept' && !submission ? 'invalid' : outcome
}

function describeDatabase({ database }: Config): string {
  if (database.kind === 'sqlite') return `SQLite in ${database.file}`
  const { host, pathname } = new URL(database.url)
  return `PostgreSQL at ${host}${pathname}`
}
