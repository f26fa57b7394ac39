import type { Config } from '#config.ts'
import { site as content } from '#content/content.ts'
import { describeTarget, openDatabase } from '#database/open-database.ts'
import { remoteSqlite } from '#database/remote-sqlite.ts'
import { createIntake } from '#intake/intake.ts'
import { describeMail } from '#mail/outbox-state.ts'
import { readOrMakeSecret } from '#secret.ts'
import { createSite } from '#site/create-site.ts'
import type { Resource } from '#site/resource.ts'
import type { startBackground } from './background.ts'
import { createLog, createLogLines } from './create-log.ts'
import { createListener } from './listener.ts'
import { createRequestLog } from './log-requests.ts'
import { onGrid } from './on-grid.ts'
import { createReceiver, stepMs } from './receiver.ts'
import type { SiteBuild } from './site-build.ts'
import { startVisitCounting } from './start-visit-counting.ts'

interface Parts {
  build: SiteBuild
  assets: Map<string, Resource>
  background: typeof startBackground
}

/** Puts the parts together: database, pages, the door, and what goes on in the background. */
export async function openApplication(config: Config, parts: Parts) {
  const { build, assets } = parts
  const { publicUrl, apiUrl = '' } = config
  const logLines = createLogLines()
  const log = createLog(logLines, config.logLevel)
  const clock = () => new Date()
  if (publicUrl.startsWith('https:') && config.trustedProxies === 0) log.warn(untrustedProxy)
  const database = await openDatabase(config.database)
  const secret = config.secret ?? readOrMakeSecret(config.dataDir)
  const { consent, legalTexts } = build
  const background = parts.background({ config, secret, consent, legalTexts }, logLines)
  // SQLite would make this thread wait for the disk; PostgreSQL waits elsewhere.
  const db = database.kind === 'sqlite' ? remoteSqlite(background.query) : database.db
  const context = { ...config, secret, clock }
  const requestLog = createRequestLog(log, logLines)
  const counting = startVisitCounting(publicUrl, clock, background, log)
  const { visits } = counting
  const receive = createReceiver(background, database.kind)
  const intake = createIntake({
    ...context,
    async receive(arrival, page) {
      const outcome = await receive(arrival)
      const { kind, trapped } = arrival.submission ?? { kind: 'none' }
      if (kind === 'newsletter' && !trapped && outcome === 'kept') visits.signup(page)
      return outcome
    },
    showFailureNotice: content.showFailureNotice,
  })
  const site = createSite({ build, publicUrl, apiUrl, now: Date.now })
  return {
    listener: createListener({
      pages: { ...context, db, site, consent },
      assets,
      intake,
      visits,
      probeWrite: (now) => background.probeWrite(now),
      afterPost: () => void background.nudge(),
      timed: (work) => onGrid(work, stepMs),
      log,
      requestLog,
    }),
    describeDatabase: describeTarget(config.database),
    describeMail: await describeMail(database.db, config.smtpUrl),
    stopSending: () => void background.stopSending(),
    async close() {
      await counting.stop()
      await background.close()
      await database.close()
    },
  }
}

const untrustedProxy =
  'PUBLIC_URL is https, but TRUST_PROXY is 0: all visitors behind a proxy share one limit. If the proxy is yours, set TRUST_PROXY=1.'
