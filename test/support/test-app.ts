import { pino } from 'pino'
import type { Database } from '#database/connect.ts'
import { hashConsentTexts } from '#newsletter/consent.ts'
import { createApp, type AppOptions } from '#server/app.ts'
import type { AssetFile } from '#server/asset-files.ts'
import { compressed } from '#site/compressed.ts'
import { consentTexts } from '#site/consent-texts.tsx'
import { createSite, type SiteServer } from '#site/create-site.ts'
import { openTestDatabase, sharedTestDatabase, type DialectName } from './databases.ts'
import { storedIn } from './stored.ts'

type Settings = AppOptions['intake']
type Headers = Record<string, string>

export const testSecret = 'a secret of at least thirty-two characters'
const publicUrl = 'https://www.example.com'
export const consent = hashConsentTexts(consentTexts())

const startOfTests = new Date('2026-03-01T12:00:30.000Z')

const assets = new Map<string, AssetFile>([
  ['/assets/n.js', { body: compressed(Buffer.from('export {}')), contentType: 'text/javascript' }],
  ['/assets/dot.png', { body: Buffer.from([137, 80, 78, 71]), contentType: 'image/png' }],
])

/** The whole application in this process, without a port, on an empty database. */
export async function openTestApp(dialect: DialectName, given: Partial<Settings> = {}) {
  return testAppOn(await openTestDatabase(dialect), given)
}

/** For tests that leave nothing behind: a database for each would be slow. */
export async function sharedTestApp(dialect: DialectName, given: Partial<Settings> = {}) {
  return testAppOn(await sharedTestDatabase(dialect), given)
}

/** On a database that is open already: a second server, or the first after a restart. */
export function testAppOn(database: Database, given: Partial<Settings> = {}) {
  const { db } = database
  const time = { now: startOfTests }
  const settings: Settings = {
    db,
    secret: testSecret,
    publicUrl,
    consent,
    allowedOrigins: ['https://pages.example.net'],
    submissionsPerMinute: 0,
    trustedProxies: 0,
    showFailureNotice: false,
    contactTo: 'The Owner <owner@company.example>',
    clock: () => time.now,
    ...given,
  }
  const logLines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) })
  const site = lazySite(settings.publicUrl)
  const app = createApp({ intake: settings, site, assets, afterPost() {}, log })
  const request = async (path: string, init?: RequestInit, env?: object) =>
    await app.request(path, init, env)
  const post = async (path: string, body?: BodyInit, headers?: Headers, env?: object) =>
    await request(path, { method: 'POST', ...(body && { body }), ...(headers && { headers }) }, env)
  const submitBody = (body: BodyInit, headers: Headers = {}, socketAddress?: string) =>
    post('/contact', body, { 'content-type': 'application/json', ...headers }, from(socketAddress))
  return {
    request,
    database,
    db,
    settings,
    logLines,
    /** What the application could not explain. */
    errors: () =>
      logLines
        .map((line) => JSON.parse(line) as { level: number; err?: unknown })
        .filter(({ level }) => level >= 50)
        .map(({ err }) => err),
    /** Moves the clock, in days; back too. */
    passDays(days: number) {
      time.now = new Date(time.now.getTime() + days * 24 * 3_600_000)
    },
    ...storedIn(db),
    post,
    submitBody,
    submit: (fields: unknown, headers?: Headers, socketAddress?: string) =>
      submitBody(JSON.stringify(fields), headers, socketAddress),
    submitForm: (fields: Headers | string, headers?: Headers) =>
      submitBody(typeof fields === 'string' ? fields : String(new URLSearchParams(fields)), {
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      }),
  }
}

export type TestApp = ReturnType<typeof testAppOn>

const sites = new Map<string, SiteServer>()

/** Rendered once for a file, and only where a page is asked for: most tests never do. */
function lazySite(url: string): SiteServer {
  const open = () => {
    const islandModules = { newsletter: ['/assets/n.js'], contact: ['/assets/c.js'] }
    const context = { publicUrl: url, action: '/contact', islandModules }
    const site = sites.get(url) ?? createSite({ context, loader: '', clock: () => startOfTests })
    sites.set(url, site)
    return site
  }
  return { pageAt: (path) => open().pageAt(path), render: (page) => open().render(page) }
}

/** What the server knows of the connection that a request came by. */
function from(socketAddress: string | undefined) {
  if (socketAddress === undefined) return {}
  return { incoming: { socket: { remoteAddress: socketAddress, remoteFamily: 'IPv4' } } }
}

/** An answer as a client sees it, to the byte. */
export async function seen(response: Response) {
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'date'),
    body: await response.text(),
  }
}
