import { request, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { loadConfig } from '#config.ts'
import { startConsole } from '#owner/console/start-console.ts'
import { openTestDatabase, type DialectName } from './databases.ts'
import { mailKinds, testSecret } from './open-outbox.ts'

/** The console's clock stands still. */
export const now = new Date('2026-03-01T12:00:00.000Z')

/** The console in this process, on an empty database. */
export async function openConsole(dialect: DialectName, settings: Settings = {}) {
  const { idleMs = 60_000, smtpUrl, publicUrl = 'https://www.example.com' } = settings
  const { lettersDir = 'content/letters' } = settings
  const database = await openTestDatabase(dialect)
  const { target } = database
  const env = {
    DATABASE_URL: target.kind === 'sqlite' ? `sqlite:${target.file}` : target.url,
    SECRET: testSecret,
    PUBLIC_URL: publicUrl,
    MAIL_FROM: 'Us <us@spunta.example>',
    ...(smtpUrl !== undefined && { SMTP_URL: smtpUrl }),
  }
  const config = loadConfig(env, () => {})
  const running = await startConsole(
    {
      database,
      config,
      mailKinds,
      secret: testSecret,
      clock: () => now,
      sender: 'Us <us@spunta.example>',
      contactTo: 'owner@company.example',
      lettersDir,
      adminCommand: 'npm run admin --',
      async *runChecks() {
        yield { level: 'warning', subject: 'Disk', message: 'half full', advice: undefined }
      },
    },
    { idleMs },
  )
  onTestFinished(running.close)
  const { port, link } = running
  const ask = (
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
    body?: URLSearchParams,
  ) => send({ host: '127.0.0.1', port, path, method, headers }, String(body ?? ''))
  return { ...running, db: database.db, ask, path: link.slice(link.indexOf('/open')) }
}

interface Settings {
  idleMs?: number
  smtpUrl?: string
  publicUrl?: string
  lettersDir?: string
}

/** Not `fetch`: it writes Host itself. */
async function send(options: RequestOptions, sent: string) {
  return await new Promise<Response>((found, failed) => {
    const asked = request({ ...options, agent: false }, (response) => {
      const { statusCode: status = 0, headers } = response
      void text(response).then((body) => found({ status, headers, body }))
    })
    asked.on('error', failed).end(sent)
  })
}

interface Response {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Opens the console as a browser does. */
export async function signIn(dialect: DialectName, options?: Settings) {
  const opened = await openConsole(dialect, options)
  const { headers } = await opened.ask(opened.path)
  const base = headers.location!.slice(0, -1)
  const cookie = headers['set-cookie']![0]!.split(';')[0]!
  const origin = `http://127.0.0.1:${opened.port}`
  const see = (path: string, more = {}) => opened.ask(`${base}/${path}`, { cookie, ...more })
  const act = async (path: string, fields?: Record<string, string>) => {
    const type = 'application/x-www-form-urlencoded'
    const from = {
      cookie,
      origin,
      referer: `${origin}${base}/mail`,
      ...(fields && { 'content-type': type }),
    }
    const body = fields && new URLSearchParams(fields)
    const { status, headers: to } = await opened.ask(`${base}/${path}`, from, 'POST', body)
    expect({ status, to: to.location }).toEqual({ status: 303, to: `${base}/mail` })
    return (/role="status">([^<]*)/.exec((await see('mail')).body) ?? [])[1]
  }
  return { ...opened, base, cookie, origin, see, act }
}
