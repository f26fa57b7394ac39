import type { RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { site as content } from '#content/content.ts'
import type { VisitCounter } from '#figures/count-visits.ts'
import type { Intake, IntakeRequest } from '#intake/intake.ts'
import type { IntakeAnswer } from '#intake/intake-answer.ts'
import { localPath, routes } from '#routes.ts'
import type { Resource } from '#site/resource.ts'
import { createApp, type AppOptions } from './app.ts'
import { nextRequestId, requestIdHeader, type SeenRequest } from './log-requests.ts'
import { createPrebuiltAnswers, type Answer } from './prebuilt-answers.ts'
import { readBody } from './read-body.ts'
import { securityHeaders } from './security-headers.ts'

interface ListenerOptions extends Omit<AppOptions, 'headers'> {
  assets: Map<string, Resource>
  intake: Intake
  visits: VisitCounter
}

/** POST /contact in each language of the site. */
const intakeLanguages = new Map(
  content.languages.map((language) => [localPath(language, routes.intake), language]),
)

/** Answers pages, files and submissions itself, and leaves all else to the application. */
export function createListener(options: ListenerOptions): RequestListener {
  const { pages, assets, intake, visits, log, requestLog } = options
  const shared = securityHeaders(pages.publicUrl)
  const prebuilt = createPrebuiltAnswers(pages.site, assets, shared)
  // A health check that speaks HTTP/1.0 names no host.
  const askApp = getRequestListener(createApp({ ...options, headers: shared }).fetch, {
    hostname: 'localhost',
  })

  function finish(response: ServerResponse, answer: Answer, seen: SeenRequest) {
    const { status, headers, body } = answer
    if (status >= 400) response.setHeader(requestIdHeader, (seen.id ??= nextRequestId()))
    response.writeHead(status, headers)
    response.end(body, 'latin1')
    requestLog(seen, status)
  }

  async function submit(asked: IntakeRequest, response: ServerResponse, seen: SeenRequest) {
    const { status, headers, body } = await intake(asked).catch((error: unknown): IntakeAnswer => {
      seen.id ??= nextRequestId()
      log.error({ id: seen.id, err: error }, 'request failed')
      return { status: 500, headers: {}, body: '' }
    })
    const bytes = Buffer.from(body)
    const all = { ...shared, ...headers, 'Content-Length': String(bytes.length) }
    const flat = Object.entries(all).flat()
    finish(response, { status, headers: flat, body: bytes.toString('latin1') }, seen)
  }

  return (request, response) => {
    const { method = '', url: target = '' } = request
    // Whole addresses are for proxies, but whoever asks like that is to be answered (RFC 9112, 3.2.2).
    const url = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const seen: SeenRequest = { id: undefined, method, path, startedAt: performance.now() }
    if (method === 'GET' || method === 'HEAD') {
      const { headers } = request
      const answer = prebuilt(path, headers)
      if (!answer) return void askApp(request, response)
      // Browsers send this over https; a client that does not is a program.
      if (headers['sec-fetch-dest'] === 'document' && headers['sec-purpose'] === undefined) {
        visits.visit(query < 0 ? '' : url.slice(query), headers.referer, headers.host)
      }
      return finish(response, answer, seen)
    }
    const logAborted = () => request.complete || requestLog(seen, 400)
    request.once('close', logAborted)
    const header = (name: string) => request.headers[name] as string | undefined
    // Read now: a connection that was closed has none.
    const socketAddress = request.socket.remoteAddress
    // Read every body: unread bytes would be parsed as the next request, or cost the connection.
    void readBody(request).then(({ bytes, isWhole }) => {
      request.off('close', logAborted)
      response.shouldKeepAlive &&= isWhole
      const language = intakeLanguages.get(path)
      if (method !== 'POST' || language === undefined) {
        return askApp(Object.assign(request, { rawBody: bytes }), response)
      }
      const body = isWhole ? bytes : undefined
      return submit({ language, header, socketAddress, body }, response, seen)
    })
  }
}
