import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { loadConfig } from '#config.ts'
import { site as content } from '#content/content.ts'
import { stageAt, stagesOf } from '#content/launch.ts'
import type { Database } from '#database/connect.ts'
import { createVisitCounter } from '#owner/visit-counter.ts'
import { createRateLimit } from '#http/rate-limit.ts'
import { processDue } from '#intake/inbox-worker.ts'
import { createDataRequestStore, createIntake, type IntakeOptions } from '#intake/intake.ts'
import { processSubmissions } from '#intake/process-submission.ts'
import { createSubmissionStore } from '#intake/submissions.ts'
import { storeConsentTexts } from '#subscribers/consent.ts'
import { readsPerMinute } from '#privacy/my-data.ts'
import { hashedFile } from '#server/asset-files.ts'
import { openBackground } from '#server/background.ts'
import { createListener } from '#server/listener.ts'
import { createRequestLog } from '#server/log-requests.ts'
import { createOperations } from '#server/operations.ts'
import { consentStages, openSite } from '#server/open-site.ts'
import type { SiteServer } from '#site/create-site.ts'
import { toBrotli, toGzip } from '#site/resource.ts'
import { openTestDatabase, type DialectName } from './databases.ts'
import { inProcessClient } from './in-process-client.ts'
import { createClock, testSecret } from './open-outbox.ts'
import { storedIn } from './stored-in.ts'

type Settings = Pick<
  IntakeOptions,
  'allowedOrigins' | 'clock' | 'publicUrl' | 'secret' | 'showFailureNotice' | 'trustedProxies'
> & { previousSecret?: string; submissionsPerMinute: number; isDiskLow: () => boolean }
type Headers = Record<string, string>

const startOfTests = () => Date.parse('2026-03-01T12:00:30.000Z')

const islandModules = { newsletter: ['/assets/n.js'], contact: ['/assets/c.js'] }
const stages = stagesOf(content, new Date())
const consentTexts = consentStages(stages)
/** Of every edition, and of the English one, also as its page confirms it. */
export const { consent: consents } = stageAt(consentTexts, new Date(startOfTests()))
export const consent = consents.en
export const confirmedPage = { language: 'en', textHash: consent.confirmation.hash } as const

const script = Buffer.from('export {}')
const encoded = { br: await toBrotli(script), gzip: await toGzip(script) }
const assets = new Map([
  ['/assets/n.js', hashedFile('n.js', script, encoded)],
  ['/assets/dot.png', hashedFile('dot.png', Buffer.from([137, 80, 78, 71]), false)],
])

/** The application in this process, without a port, on an empty database. */
export async function openTestApp(dialect: DialectName, given: Partial<Settings> = {}) {
  const app = testAppOn(await openTestDatabase(dialect), given)
  await app.processInbox()
  return app
}

/** An application on an open database: a second server, or the first after a restart. */
export function testAppOn(database: Database, given: Partial<Settings> = {}) {
  const { db } = database
  const ownClock = createClock(startOfTests)
  const settings: Settings = {
    secret: testSecret,
    publicUrl: 'https://www.example.com',
    allowedOrigins: ['https://pages.example.net'],
    submissionsPerMinute: 0,
    trustedProxies: 0,
    showFailureNotice: false,
    clock: ownClock,
    isDiskLow: () => false,
    ...given,
  }
  const { publicUrl, clock, secret, submissionsPerMinute } = settings
  const logLines: string[] = []
  const output = { write: (line: string) => logLines.push(line) }
  const log = pino({ level: 'trace' }, output)
  const storing = storeConsentTexts(db, [consents], clock())
  storing.catch(() => {})
  const all = createOperations({ db, secret, publicUrl, clock, log })
  let opening: Promise<unknown> = Promise.resolve()
  const operations = { ...all, countOpened: (id: string) => (opening = all.countOpened(id)) }
  const site = sites.getOrInsertComputed(publicUrl, openTestSite)
  const elapsedMs = () => clock().getTime()
  const context = {
    ...settings,
    consent: () => consents,
    rateLimit: createRateLimit(submissionsPerMinute, elapsedMs),
    readLimit: createRateLimit(readsPerMinute, elapsedMs),
    operations,
    ...createSubmissionStore({ db, insert: operations.store, isDiskLow: settings.isDiskLow }),
  }
  const listener = createListener({
    pages: { ...context, db, site, storeDataRequest: createDataRequestStore(context) },
    assets,
    intake: createIntake({
      ...context,
      db,
      onSignup() {},
    }),
    visits: createVisitCounter(publicUrl, clock),
    probeWrite: operations.probeWrite,
    isDiskLow: settings.isDiskLow,
    log,
    requestLog: createRequestLog(log),
  })
  const processInbox = async () => {
    await storing
    const options = { db, clock, log, processSubmissions }
    while ((await processDue(options)).tried > 0) continue
  }
  const client = inProcessClient(listener)
  const request = async (...args: Parameters<typeof client>) => {
    const response = await client(...args)
    // Wait for this background write, because the next test may get the same database.
    await opening.catch(() => {})
    return response
  }
  const post = async (path: string, body?: BodyInit, headers: Headers = {}) => {
    const response = await request(path, { method: 'POST', body: body ?? null, headers })
    await processInbox().catch((error: unknown) => log.error({ err: error }, 'inbox not readable'))
    return response
  }
  const submitBody = (body: BodyInit, headers?: Headers) =>
    post('/contact', body, { 'content-type': 'application/json', ...headers })
  return {
    request,
    processInbox,
    database,
    db,
    settings,
    logLines,
    site,
    /** Logged errors. */
    errors: () => logLines.filter((line) => line.startsWith('{"level":50')),
    /** Moves the clock, also back. */
    passDays: (days: number) => void ownClock.move(days * 24 * 3_600_000),
    ...storedIn(database, clock),
    post,
    submitBody,
    submit: (fields: unknown, headers?: Headers) => submitBody(JSON.stringify(fields), headers),
    submitForm: (fields: Headers, headers?: Headers) =>
      post('/contact', new URLSearchParams(fields), headers),
    askForData: (email: string) => post('/my-data', new URLSearchParams({ email })),
  }
}

export type TestApp = ReturnType<typeof testAppOn>

const sites = new Map<string, SiteServer>()
const openTestSite = (publicUrl: string) =>
  openSite({
    client: { islandModules, loader: '' },
    stages,
    publicUrl,
    apiUrl: '',
    now: startOfTests,
    compressAfterMs: 0,
    onError(error) {
      throw error
    },
  })

/** Starts the background work of a server, and stops it after the test. */
export function startTestBackground(env: { SECRET: string } & Record<string, string>) {
  const config = loadConfig(env, () => {})
  const background = openBackground({ config, secret: env.SECRET }, { write() {} })
  onTestFinished(() => background.close())
  return background
}

/** Reads a response for comparison. */
export async function readResponse(response: Response) {
  return {
    status: response.status,
    headers: [...response.headers],
    body: await response.text(),
  }
}

/** The result of `rows()` on an empty database. */
export const noRows = { subscribers: [], messages: [], quarantine: [] }
