import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Intake } from '#intake/intake.ts'
import { routes } from '#routes.ts'
import { logRequest } from './log-requests.ts'
import { inOnePiece, type Answer, type PrebuiltAnswers } from './prebuilt-answers.ts'
import { readBody } from './read-body.ts'
import { emptyPolicy } from './security-headers.ts'

export interface ListenerOptions {
  app: Hono
  prebuilt: PrebuiltAnswers
  intake: Intake
  /** Headers that every answer carries. */
  headers: Record<string, string>
  /** A request came through a proxy. */
  onForwarded: () => void
  log: Logger
}

/** Answers pages, files and submissions itself, and leaves all else to the application. */
export function createListener(options: ListenerOptions): RequestListener {
  const { app, prebuilt, intake, onForwarded, log } = options
  const listener = getRequestListener(app.fetch)
  const shared = {
    ...options.headers,
    'Content-Security-Policy': emptyPolicy,
    'Cache-Control': 'no-store',
  }

  async function submit(request: IncomingMessage, response: ServerResponse): Promise<Answer> {
    const { status, headers, body } = await intake({
      header: (name) => request.headers[name] as string | undefined,
      // Only looked at where there is no Host.
      url: 'http://localhost/',
      socketAddress: request.socket.remoteAddress,
      async readBody() {
        const { bytes, isWhole } = await readBody(request)
        response.shouldKeepAlive &&= isWhole
        return isWhole ? bytes : undefined
      },
    })
    const bytes = Buffer.from(body)
    const all = { ...shared, ...headers, 'Content-Length': String(bytes.length) }
    return { status, headers: Object.entries(all).flat(), body: inOnePiece(bytes) }
  }

  return (request, response) => {
    const startedAt = performance.now()
    const { method = '', url = '' } = request
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const finish = (answer: Answer) => {
      send(response, answer, method)
      logRequest(log, { method, path, status: answer.status }, startedAt)
    }
    const asked = askedBy(request)
    if (asked.isForwarded) onForwarded()
    if (method === 'GET' || method === 'HEAD') {
      const answer = prebuilt.at(path, asked)
      if (answer) return finish(answer)
    } else if (method === 'POST' && path === routes.intake) {
      return void submit(request, response).then(finish, (error: unknown) => {
        log.error({ err: error }, 'request failed')
        finish({ status: 500, headers: Object.entries(shared).flat(), body: undefined })
      })
    }
    if (method === 'GET' || method === 'HEAD') return void listener(request, response)
    // What an application leaves unread would be taken for the next request, or cost it its connection.
    void readBody(request).then(
      ({ bytes, isWhole }) => {
        response.shouldKeepAlive &&= isWhole
        return listener(Object.assign(request, { rawBody: bytes }), response)
      },
      () => response.destroy(),
    )
  }
}

function send(response: ServerResponse, { status, headers, body }: Answer, method: string) {
  response.writeHead(status, headers)
  response.end(method === 'HEAD' ? undefined : body, 'latin1')
}

/** Not by `request.headers`, which reads and joins all of them. */
function askedBy({ rawHeaders }: IncomingMessage) {
  const asked = {
    acceptEncoding: undefined as string | undefined,
    ifNoneMatch: undefined as string | undefined,
    isForwarded: false,
  }
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 15) {
      const lower = name.toLowerCase()
      if (lower === 'accept-encoding') {
        asked.acceptEncoding = joined(asked.acceptEncoding, rawHeaders[index + 1]!)
      } else asked.isForwarded ||= lower === 'x-forwarded-for'
    } else if (name.length === 13 && name.toLowerCase() === 'if-none-match') {
      asked.ifNoneMatch = joined(asked.ifNoneMatch, rawHeaders[index + 1]!)
    }
  }
  return asked
}

function joined(earlier: string | undefined, value: string): string {
  return earlier === undefined ? value : `${earlier}, ${value}`
}
