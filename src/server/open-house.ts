import type { Config } from '#config.ts'
import { site as content } from '#content/content.ts'
import type { Database } from '#database/connect.ts'
import { openDatabase } from '#database/open-database.ts'
import { forgetExpiredGuards } from '#intake/forget-expired-guards.ts'
import { startCourier } from '#mail/courier.ts'
import { describeMail } from '#mail/describe-mail.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'
import { forgetExpired } from '#privacy/forget-expired.ts'
import { routes } from '#routes.ts'
import { readOrMakeSecret } from '#secret.ts'
import { createSite } from '#site/create-site.ts'
import { createApp } from './app.ts'
import type { AssetFile } from './asset-files.ts'
import { createLog } from './create-log.ts'
import { createListener } from './listener.ts'
import { createMailWriters } from './mail-writers.ts'
import { createPrebuiltAnswers } from './prebuilt-answers.ts'
import { securityHeaders } from './security-headers.ts'
import type { SiteBuild } from './site-build.ts'

/** Puts the parts together: database, pages, the door, and what goes on in the background. */
export async function openHouse(config: Config, build: SiteBuild, assets: Map<string, AssetFile>) {
  const log = createLog(config.logLevel)
  const clock = () => new Date()
  const database = await openDatabase(config.database)
  const secret = config.secret ?? readOrMakeSecret(config.dataDir)
  const contactTo = config.contactTo ?? content.email
  const from = config.mailFrom ?? `${content.brand} <${content.email}>`
  const courier =
    config.smtpUrl === undefined
      ? undefined
      : startCourier({
          database,
          writers: createMailWriters({ publicUrl: config.publicUrl, secret, contactTo }),
          transport: createSmtpTransport({ url: config.smtpUrl, from }),
          from,
          mailPerSecond: config.mailPerSecond,
          clock,
          log,
        })
  const action = config.apiUrl === undefined ? routes.intake : `${config.apiUrl}${routes.intake}`
  const site = createSite({ build, publicUrl: config.publicUrl, action, clock })
  const headers = securityHeaders(config.publicUrl)
  const prebuilt = createPrebuiltAnswers(site, assets, headers)
  const app = createApp({
    intake: {
      db: database.db,
      secret,
      publicUrl: config.publicUrl,
      allowedOrigins: config.allowedOrigins,
      submissionsPerMinute: config.submissionsPerMinute,
      trustedProxies: config.trustedProxies,
      showFailureNotice: content.showFailureNotice,
      clock,
      consent: build.consent,
    },
    site,
    prebuilt,
    headers,
    afterPost: () => courier?.nudge(),
    log,
  })
  const sweeping = setInterval(() => {
    forgetExpiredGuards(database.db, clock()).catch((error: unknown) =>
      log.error({ err: error }, 'sweep failed'),
    )
  }, 60_000)
  const forget = () =>
    void forgetExpired(database.db, clock()).catch((error: unknown) =>
      log.error({ err: error }, 'retention failed'),
    )
  forget()
  const forgetting = setInterval(forget, 24 * 3_600_000)
  return {
    app,
    listener: createListener(app, prebuilt, log),
    /** When every page is there in every encoding. */
    compressed: site.compressed,
    describeDatabase: describeDatabase(config, database),
    describeMail: await describeMail(database.db, config.smtpUrl),
    async close() {
      clearInterval(sweeping)
      clearInterval(forgetting)
      await courier?.stop()
      await database.close()
    },
  }
}

function describeDatabase(config: Config, { kind }: Database): string {
  if (config.database.kind === 'sqlite') return `SQLite in ${config.database.file}`
  const { host, pathname } = new URL(config.database.url)
  return `${kind === 'postgres' ? 'PostgreSQL' : kind} at ${host}${pathname}`
}
