import type { MiddlewareHandler } from 'hono'
import { routes } from '#routes.ts'
import type { Logger } from 'pino'
import { tokenPattern } from './private-links.ts'

const knownPaths = new Set<string>(Object.values(routes))

/** One line a request, without anything personal: no address, no query, no path that we did not make. */
export function logRequests(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = performance.now()
    await next()
    const { method, path } = c.req
    const line = {
      method,
      path: nameOf(path),
      status: c.res.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    }
    log[line.path === 'asset' ? 'debug' : 'info'](line, 'request')
  }
}

function nameOf(path: string): string {
  if (knownPaths.has(path)) return path
  return tokenPattern(path) ?? (path.startsWith(`${routes.assets}/`) ? 'asset' : 'other')
}
