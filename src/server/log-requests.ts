import type { MiddlewareHandler } from 'hono'
import { routes } from '#routes.ts'
import type { Logger } from 'pino'
import { tokenPattern } from './private-links.ts'

const knownPaths = new Set<string>(Object.values(routes))

/** One line a request, without anything personal: no address, no query, no path that we did not make. */
export function logRequest(
  log: Logger,
  { method, path, status }: { method: string; path: string; status: number },
  startedAt: number,
): void {
  const name = nameOf(path)
  const level = name === 'asset' ? 'debug' : 'info'
  if (!log.isLevelEnabled(level)) return
  const ms = Math.round((performance.now() - startedAt) * 10) / 10
  log[level]({ method, path: name, status, ms }, 'request')
}

export function logRequests(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = performance.now()
    await next()
    const { method, path } = c.req
    logRequest(log, { method, path, status: c.res.status }, startedAt)
  }
}

function nameOf(path: string): string {
  if (knownPaths.has(path)) return path
  return tokenPattern(path) ?? (path.startsWith(`${routes.assets}/`) ? 'asset' : 'other')
}
