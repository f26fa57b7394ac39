import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { allLanguages } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import type { Logger } from 'pino'

export interface LoggedRequest {
  /** Set for errors: the response carries it too. */
  id: string | undefined
  method: string
  path: string
  startedAt: number
}

export type RequestLog = ReturnType<typeof createRequestLog>

/** Logs one line per request without personal data: no client address, no query, no unknown path. */
export function createRequestLog(log: Logger) {
  return ({ id, method, path: asked, startedAt }: LoggedRequest, status: number) => {
    const path = pathForLog(asked)
    const level = path === 'asset' ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    log[level]({ id: id ?? nextRequestId(), method, path, status, ms }, 'request')
  }
}

export function logRequests(log: Logger, logRequest: RequestLog): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = performance.now()
    const id = nextRequestId()
    await next()
    if (c.error) log.error({ id, err: c.error }, 'request failed')
    const { method, path } = c.req
    const { status } = c.res
    if (status >= 400) c.header(requestIdHeader, id)
    logRequest({ id, method, path, startedAt }, status)
  }
}

const inEveryLanguage = (paths: string[]) =>
  allLanguages.flatMap((language) => paths.map((path) => localPath(language, path)))

const knownPaths = new Set(inEveryLanguage(Object.values(routes)))

function pathForLog(path: string): string {
  if (knownPaths.has(path)) return path
  return tokenPattern(path) ?? (path.startsWith(`${routes.assets}/`) ? 'asset' : 'other')
}

const tokenPaths = inEveryLanguage([
  routes.confirm,
  routes.unsubscribe,
  routes.notMe,
  routes.myData,
])

/** The pattern of a path that holds a token, which must not be logged. */
export function tokenPattern(path: string): string | undefined {
  const base = tokenPaths.find((one) => path.startsWith(`${one}/`))
  return base && `${base}/:token`
}

const processId = randomBytes(4).toString('hex')
let requestCount = 0

/** Connects an error response to its log line. */
export function nextRequestId(): string {
  requestCount += 1
  return `${processId}-${requestCount.toString(36)}`
}

export const requestIdHeader = 'X-Request-Id'
