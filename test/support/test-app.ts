import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { loadConfig } from '#config.ts'
import type { Database } from '#database/connect.ts'
import { createVisitCounter } from '#figures/count-visits.ts'
import { createBatcher } from '#intake/create-batcher.ts'
import { createIntake, type IntakeOptions } from '#intake/intake.ts'
import { probeWrite } from '#intake/probe-write.ts'
import { receiveSubmissions, type Arrival } from '#intake/receive-submissions.ts'
import type { AppOptions } from '#server/app.ts'
import { hashedFile } from '#server/asset-files.ts'
import { startBackground } from '#server/background.ts'
import { createListener } from '#server/listener.ts'
import { createRequestLog } from '#server/log-requests.ts'
import { makeSiteBuild } from '#server/site-build.ts'
import { createSite, type SiteServer } from '#site/create-site.ts'
import { compress } from '#site/resource.ts'
import { openTestDatabase, type DialectName } from './databases.ts'
import { inProcessClient } from './in-process-client.ts'
import { testSecret } from './outbox.ts'
import { storedIn } from './stored.ts'

type Settings = Omit<IntakeOptions, 'receive'> & Omit<AppOptions['pages'], 'site'>
type Headers = Record<string, string>

const startOfTests = new Date('2026-03-01T12:00:30.000Z')

const islandModules = { newsletter: ['/assets/n.js'], contact: ['/assets/c.js'] }
const build = makeSiteBuild({ islandModules, loader: '' })
export const { consent } = build

const script = Buffer.from('export {}')
const assets = new Map([
  ['/assets/n.js', hashedFile('n.js', script, await compress(script))],
  ['/assets/dot.png', hashedFile('dot.png', Buffer.from([137, 80, 78, 71]), false)],
])

/** The whole application in this process, without a port, on an empty database. */
export async function openTestApp(dialect: DialectName, given: Partial<Settings> = {}) {
  return testAppOn(await openTestDatabase(dialect), given)
}

/** On a database that is open already: a second server, or the first after a restart. */
export function testAppOn(database: Database, given: Partial<Settings> = {}) {
  const { db } = database
  let now = startOfTests
  const settings: Settings = {
    db,
    secret: testSecret,
    publicUrl: 'https://www.example.com',
    consent,
    allowedOrigins: ['https://pages.example.net'],
    submissionsPerMinute: 0,
    trustedProxies: 0,
    showFailureNotice: false,
    clock: () => now,
    ...given,
  }
  const { publicUrl, clock } = settings
  const logLines: string[] = []
  const output = { write: (line: string) => logLines.push(line) }
  const log = pino({ level: 'trace' }, output)
  const onError = (error: unknown) => log.error({ err: error }, 'submission not kept')
  const receive = createBatcher(
    (arrivals: Arrival[]) => receiveSubmissions(db, arrivals, { ...settings, onError }, clock()),
    'unavailable',
    { mostPerBatch: 64, mostBatches: 1, mostWaiting: 256 },
  )
  const site = sites.getOrInsertComputed(publicUrl, openSite)
  const listener = createListener({
    pages: { ...settings, site },
    assets,
    intake: createIntake({ ...settings, receive }),
    visits: createVisitCounter(publicUrl, clock),
    probeWrite: (at) => probeWrite(db, at),
    afterPost() {},
    timed: (work) => work(),
    log,
    requestLog: createRequestLog(log, output),
  })
  const request = inProcessClient(listener)
  const post = (path: string, body?: BodyInit, more: Headers = {}, socketAddress?: string) =>
    request(path, { method: 'POST', body: body ?? null, headers: more }, socketAddress)
  const submitBody = (body: BodyInit, more: Headers = {}, socketAddress?: string) =>
    post('/contact', body, { 'content-type': 'application/json', ...more }, socketAddress)
  return {
    request,
    database,
    db,
    settings,
    logLines,
    site,
    /** What the application could not explain. */
    errors: () =>
      logLines
        .map((line) => JSON.parse(line) as { level: number; err?: unknown })
        .filter(({ level }) => level >= 50)
        .map(({ err }) => err),
    /** Moves the clock, in days; back too. */
    passDays: (days: number) => void (now = new Date(now.getTime() + days * 24 * 3_600_000)),
    ...storedIn(database, clock),
    post,
    submitBody,
    submit: (fields: unknown, more?: Headers, socketAddress?: string) =>
      submitBody(JSON.stringify(fields), more, socketAddress),
    submitForm: (fields: Headers, more?: Headers) =>
      post('/contact', new URLSearchParams(fields), more),
    /** Asks for the link to what is held about an address. */
    askForData: (email: string) => post('/my-data', new URLSearchParams({ email })),
  }
}

export type TestApp = ReturnType<typeof testAppOn>

const sites = new Map<string, SiteServer>()
const openSite = (publicUrl: string) =>
  createSite({ build, publicUrl, apiUrl: '', now: () => startOfTests.getTime() })

/** What a server with these settings does beside answering: it sends mail, and forgets. */
export function startTestBackground(env: { SECRET: string } & Record<string, string>) {
  const config = loadConfig(env, () => {})
  const background = startBackground({ ...build, config, secret: env.SECRET }, { write() {} })
  onTestFinished(() => background.close())
}

/** An answer as a client sees it, to the byte. */
export async function seen(response: Response) {
  return {
    status: response.status,
    headers: [...response.headers],
    body: await response.text(),
  }
}
