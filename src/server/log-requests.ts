import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { MiddlewareHandler } from 'hono'
import { routes } from '#routes.ts'
import type { DestinationStream, Logger } from 'pino'
import { tokenPattern } from './private-links.ts'

const knownPaths = new Set<string>(Object.values(routes))

export interface SeenRequest {
  /** Where an error was answered: its answer has it too. */
  id: string | undefined
  method: string
  path: string
  startedAt: number
}

export type RequestLog = ReturnType<typeof createRequestLog>

/**
 * One line a request, without anything personal: no address, no query, no path that we did not make.
 * Put together here, as pino would but sooner: nothing in it needs escaping.
 * @param logLines where `log` writes
 */
export function createRequestLog(log: Logger, logLines: DestinationStream) {
  const writer = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`
  const isWanted = log.isLevelEnabled('info')
  return {
    /** When a request began. To look at the clock where nobody wants to know would cost a page's rate 2 %. */
    start: () => (isWanted ? performance.now() : 0),
    end({ id, method, path, startedAt }: SeenRequest, status: number) {
      if (!isWanted) return
      const name = nameOf(path)
      const level = name === 'asset' ? 'debug' : 'info'
      const ms = performance.now() - startedAt
      if (!log.isLevelEnabled(level)) return
      logLines.write(
        `{"level":${log.levels.values[level]},"time":${Date.now()},${writer},"id":"${id ?? nextRequestId()}","method":"${method}","path":"${name}","status":${status},"ms":${Math.round(ms * 10) / 10},"msg":"request"}\n`,
      )
    },
  }
}

export function logRequests(log: Logger, requestLog: RequestLog): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = requestLog.start()
    const id = nextRequestId()
    await next()
    if (c.error) log.error({ id, err: c.error }, 'request failed')
    const { method, path } = c.req
    const { status } = c.res
    if (status >= 400) c.header(requestIdHeader, id)
    requestLog.end({ id, method, path, startedAt }, status)
  }
}

function nameOf(path: string): string {
  if (knownPaths.has(path)) return path
  return tokenPattern(path) ?? (path.startsWith(`${routes.assets}/`) ? 'asset' : 'other')
}

// The same start for all of a process: what is generated for a request is only the count.
const processId = randomBytes(4).toString('hex')
let requests = 0

/** By this a line of the log and the answer to an error find each other. */
export function nextRequestId(): string {
  requests += 1
  return `${processId}-${requests.toString(36)}`
}

export const requestIdHeader = 'X-Request-Id'
