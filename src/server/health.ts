import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context } from 'hono'
import type { Logger } from 'pino'
import type { Db } from '#database/schema.ts'
import { readOutboxState } from '#mail/outbox.ts'
import { routes } from '#routes.ts'

export interface HealthOptions {
  db: Db
  clock: () => Date
  log: Logger
  /** Writes as much as the largest submission would. */
  probeWrite: () => Promise<void>
}

/**
 * /healthz: can a submission be kept? /readyz: and how long has mail been waiting? That is told on this machine
 * alone: by it a stranger could see whether an address that they entered causes mail, and so is not known yet.
 */
export function createHealth({ probeWrite, db, clock, log }: HealthOptions): Hono {
  const canKeep = atMostOnceASecond(async () => {
    try {
      await probeWrite()
      return true
    } catch (error) {
      log.error({ err: error }, 'nothing can be kept')
      return false
    }
  })
  const outboxState = atMostOnceASecond(() => readOutboxState(db))
  const app = new Hono()
  app.on('GET', [routes.health, routes.ready], async (c) => {
    const ok = await canKeep()
    const isTold = ok && c.req.path === routes.ready && isFromThisMachine(c)
    if (!isTold) return c.json({ ok }, ok ? 200 : 503)
    const { waiting, oldestAt } = await outboxState()
    const ageMs = oldestAt === null ? 0 : clock().getTime() - Date.parse(oldestAt)
    const oldestSeconds = Math.max(0, Math.round(ageMs / 1000))
    return c.json({ ok: true, mail: { waiting, oldestSeconds } })
  })
  return app
}

function isFromThisMachine(c: Context): boolean {
  const isForwarded = c.req.header('x-forwarded-for') !== undefined
  return (
    !isForwarded &&
    /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(getConnInfo(c).remote.address ?? '')
  )
}

/** Anyone may ask, and a write is dear, as is counting what waits. */
function atMostOnceASecond<T>(look: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    const at = performance.now()
    if (last === undefined || at - last.at > 1000) last = { at, answer: look() }
    return last.answer
  }
}
