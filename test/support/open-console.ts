import { request, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { startConsole } from '#console/start-console.ts'
import { openTestDatabase, type DialectName } from './databases.ts'
import { testSecret, writers } from './outbox.ts'

/** The console's clock stands still. */
export const now = new Date('2026-03-01T12:00:00.000Z')

/** The console in this process, on an empty database. */
export async function openConsole(
  dialect: DialectName,
  { idleMs = 60_000, smtpUrl }: Settings = {},
) {
  const database = await openTestDatabase(dialect)
  const running = await startConsole(
    {
      database,
      target: database.target,
      writers,
      secret: testSecret,
      clock: () => now,
      publicUrl: 'https://www.example.com',
      sender: 'Us <us@spunta.example>',
      smtpUrl,
      contactTo: 'owner@company.example',
      lettersDir: 'content/letters',
      adminCommand: 'npm run admin --',
      async *examine() {
        yield { level: 'warning', subject: 'Disk', message: 'half full', advice: undefined }
      },
    },
    { idleMs },
  )
  onTestFinished(running.close)
  const { port, link } = running
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    send({ host: '127.0.0.1', port, path, method, headers })
  return { ...running, db: database.db, ask, path: link.slice(link.indexOf('/open')) }
}

interface Settings {
  idleMs?: number
  smtpUrl?: string
}

/** Not `fetch`: it writes Host itself. */
async function send(options: RequestOptions) {
  return await new Promise<Response>((found, failed) => {
    const asked = request({ ...options, agent: false }, (response) => {
      const { statusCode: status = 0, headers } = response
      void text(response).then((body) => found({ status, headers, body }))
    })
    asked.on('error', failed).end()
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
  const act = async (path: string) => {
    const from = { cookie, origin, referer: `${origin}${base}/mail` }
    const { status, headers: to } = await opened.ask(`${base}/${path}`, from, 'POST')
    expect({ status, to: to.location }).toEqual({ status: 303, to: `${base}/mail` })
    return (/role="status">([^<]*)/.exec((await see('mail')).body) ?? [])[1]
  }
  return { ...opened, base, cookie, origin, see, act }
}
