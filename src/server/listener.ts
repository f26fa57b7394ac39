import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { VisitCounter } from '#figures/count-visits.ts'
import type { Intake, IntakeAnswer } from '#intake/intake.ts'
import { routes } from '#routes.ts'
import { createApp, type AppOptions } from './app.ts'
import type { SeenRequest } from './log-requests.ts'
import { readRequestHeaders } from './read-request-headers.ts'
import { inOnePiece, type Answer } from './prebuilt-answers.ts'
import { readBody } from './read-body.ts'
import { nextRequestId, requestIdHeader } from './request-id.ts'

interface ListenerOptions extends AppOptions {
  intake: Intake
  visits: VisitCounter
  /** Hides how long the work for an answer took. */
  timed: (work: () => Promise<Response>) => Promise<Response>
  /** A request came through a proxy. */
  onForwarded: () => void
}

/** Answers pages, files and submissions itself, and leaves all else to the application. */
export function createListener(options: ListenerOptions): RequestListener {
  const { prebuilt, intake, visits, onForwarded, log, requestLog } = options
  const app = createApp(options)
  // A health check that speaks HTTP/1.0 names no host.
  const hostname = 'localhost'
  const listener = getRequestListener(app.fetch, { hostname })
  const timedListener = getRequestListener(
    (asked, env) => options.timed(async () => await app.fetch(asked, env)),
    { hostname },
  )

  function withShared({ status, headers, body }: IntakeAnswer): Answer {
    const bytes = Buffer.from(body)
    const all = { ...options.headers, ...headers, 'Content-Length': String(bytes.length) }
    return { status, headers: Object.entries(all).flat(), body: inOnePiece(bytes) }
  }

  function finish(response: ServerResponse, answer: Answer, seen: SeenRequest) {
    const { status, headers, body } = answer
    if (status >= 400) response.setHeader(requestIdHeader, (seen.id ??= nextRequestId()))
    response.writeHead(status, headers)
    response.end(seen.method === 'HEAD' ? undefined : body, 'latin1')
    requestLog.end(seen, status)
  }

  return (request, response) => {
    const { method = '', url: target = '' } = request
    // Whole addresses are for proxies, but whoever asks like that is to be answered (RFC 9112, 3.2.2).
    const url = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const seen: SeenRequest = { id: undefined, method, path, startedAt: requestLog.start() }
    const asked = readRequestHeaders(request)
    if (asked.isForwarded) onForwarded()
    if (method === 'GET' || method === 'HEAD') {
      const answer = prebuilt.at(path, asked)
      if (!answer) return void listener(request, response)
      if (asked.isNavigation && !asked.isPrefetch) {
        visits.visit(query < 0 ? '' : url.slice(query), asked.referer, asked.host)
      }
      return finish(response, answer, seen)
    }
    if (method === 'POST' && path === routes.intake) {
      const id = (seen.id = nextRequestId())
      return void submit(intake, request, response, id)
        .catch((error: unknown) => {
          log.error({ id, err: error }, 'request failed')
          return { status: 500, headers: {}, body: '' }
        })
        .then((answer) => finish(response, withShared(answer), seen))
    }
    // What an application leaves unread would be taken for the next request, or cost it its connection.
    void readBody(request).then(
      ({ bytes, isWhole }) => {
        response.shouldKeepAlive &&= isWhole
        return timedListener(Object.assign(request, { rawBody: bytes }), response)
      },
      () => response.destroy(),
    )
  }
}

async function submit(
  intake: Intake,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
) {
  return await intake({
    requestId,
    header: (name) => request.headers[name] as string | undefined,
    socketAddress: request.socket.remoteAddress,
    async readBody() {
      const { bytes, isWhole } = await readBody(request)
      response.shouldKeepAlive &&= isWhole
      return isWhole ? bytes : undefined
    },
  })
}
