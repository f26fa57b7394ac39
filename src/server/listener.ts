import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { site as content } from '#content/content.ts'
import type { VisitCounter } from '#owner/visit-counter.ts'
import type { Intake, IntakeRequest } from '#intake/intake.ts'
import type { IntakeResponse } from '#intake/intake-response.ts'
import type { Language } from '#language.ts'
import { languageOf, localPath, routes } from '#routes.ts'
import type { Resource } from '#site/resource.ts'
import { createApp, serverErrorText, type AppOptions } from './app.ts'
import { nextRequestId, requestIdHeader, type LoggedRequest } from './log-requests.ts'
import { createPrebuiltResponses, type PrebuiltResponse } from './prebuilt-responses.ts'
import { readBody } from './read-body.ts'
import { securityHeaders } from '#http/security-headers.ts'

interface ListenerOptions extends Omit<AppOptions, 'headers'> {
  assets: Map<string, Resource>
  intake: Intake
  visits: VisitCounter
}

/** POST /contact in each language of the site. */
const intakeLanguages = new Map(
  content.languages.map((language) => [localPath(language, routes.intake), language]),
)

/** Handles prebuilt pages, files and POST /contact. All other requests go to the Hono app. */
export function createListener(options: ListenerOptions): RequestListener {
  const { pages, assets, intake, visits, log, requestLog } = options
  const shared = securityHeaders(pages.publicUrl)
  const findPrebuilt = createPrebuiltResponses(pages.site, assets, shared)
  // HTTP/1.0 clients, such as some health checks, send no Host header.
  const passToApp = getRequestListener(createApp({ ...options, headers: shared }).fetch, {
    hostname: 'localhost',
  })

  function finish(response: ServerResponse, prebuilt: PrebuiltResponse, logged: LoggedRequest) {
    const { status, headers, body } = prebuilt
    if (status >= 400) response.setHeader(requestIdHeader, (logged.id ??= nextRequestId()))
    response.writeHead(status, headers)
    response.end(body, 'latin1')
    requestLog(logged, status)
  }

  /** A page is rendered when it is first asked for: if that fails, only this request does. */
  function find(path: string, headers: IncomingHttpHeaders, logged: LoggedRequest) {
    try {
      return findPrebuilt(path, headers)
    } catch (error) {
      return toPrebuilt(shared, serverError(log, error, languageOf(path), logged))
    }
  }

  async function submit(request: IntakeRequest, response: ServerResponse, logged: LoggedRequest) {
    const answer = await intake(request).catch((error: unknown) =>
      serverError(log, error, request.language, logged),
    )
    finish(response, toPrebuilt(shared, answer), logged)
  }

  return (request, response) => {
    const { method = '', url: target = '' } = request
    // A server must accept absolute URLs, too (RFC 9112, 3.2.2).
    const url = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const logged: LoggedRequest = { id: undefined, method, path, startedAt: performance.now() }
    if (method === 'GET' || method === 'HEAD') {
      const { headers } = request
      const prebuilt = find(path, headers, logged)
      if (!prebuilt) return void passToApp(request, response)
      visits.request(query < 0 ? '' : url.slice(query), headers)
      return finish(response, prebuilt, logged)
    }
    const logAborted = () => request.complete || requestLog(logged, 400)
    request.once('close', logAborted)
    const header = (name: string) => request.headers[name] as string | undefined
    // Read it now: it is undefined once the connection is closed.
    const socketAddress = request.socket.remoteAddress
    // Read every body: unread bytes would be parsed as the next request, or cost the connection.
    void readBody(request).then(({ bytes, isWhole }) => {
      request.off('close', logAborted)
      response.shouldKeepAlive &&= isWhole
      const language = intakeLanguages.get(path)
      if (method !== 'POST' || language === undefined) {
        return passToApp(Object.assign(request, { rawBody: bytes }), response)
      }
      const body = isWhole ? bytes : undefined
      return submit({ language, header, socketAddress, body }, response, logged)
    })
  }
}

function serverError(
  log: AppOptions['log'],
  error: unknown,
  language: Language,
  logged: LoggedRequest,
): IntakeResponse {
  logged.id ??= nextRequestId()
  log.error({ id: logged.id, err: error }, 'request failed')
  const plainText = { 'Content-Type': 'text/plain; charset=UTF-8' }
  return { status: 500, headers: plainText, body: serverErrorText(language) }
}

function toPrebuilt(
  shared: Record<string, string>,
  { status, headers, body }: IntakeResponse,
): PrebuiltResponse {
  const bytes = Buffer.from(body)
  const all = { ...shared, ...headers, 'Content-Length': String(bytes.length) }
  return { status, headers: Object.entries(all).flat(), body: bytes.toString('latin1') }
}
