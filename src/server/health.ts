import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context } from 'hono'
import type { Logger } from 'pino'
import type { Db } from '#database/schema.ts'
import { countStuckSubmissions } from '#intake/submissions.ts'
import { isMailStuck, readOutboxState, readStuckSince, secondsWaited } from '#mail/outbox.ts'
import { routes } from '#routes.ts'

export interface HealthOptions {
  db: Db
  clock: () => Date
  log: Logger
  /** Writes as much as the largest submission would. */
  probeWrite: () => Promise<void>
  isDiskLow: () => boolean
}

/**
 * /healthz answers 200 if a test write succeeds, which it does until the disk is full; /readyz only if the disk isn't
 * nearly full either, every submission can be processed and mail isn't stuck. The number of queued mails is shown to
 * this machine only: it would reveal whether an address causes mail.
 */
export function createHealth({ probeWrite, isDiskLow, db, clock, log }: HealthOptions): Hono {
  const canStore = cacheForOneSecond(async () => {
    try {
      await probeWrite()
      return true
    } catch (error) {
      log.error({ err: error }, 'test write failed')
      return false
    }
  })
  const stuckMail = cacheForOneSecond(() => readStuckSince(db))
  // Counts all of it, which takes long in a flood.
  const outboxState = cacheForOneSecond(() => readOutboxState(db))
  const stuckSubmissions = cacheForOneSecond(() => countStuckSubmissions(db))
  const app = new Hono()
  app.get(routes.health, async (c) => {
    const ok = await canStore()
    return c.json({ ok }, ok ? 200 : 503)
  })
  app.get(routes.ready, async (c) => {
    if (!(await canStore())) return c.json({ ok: false }, 503)
    const stuckSince = await stuckMail()
    const disk = isDiskLow() ? 'low' : 'ok'
    const isInboxStuck = (await stuckSubmissions()) > 0
    const ok = !isInboxStuck && !isMailStuck({ stuckSince }, clock()) && disk === 'ok'
    const status = ok ? 200 : 503
    if (!isFromThisMachine(c)) return c.json({ ok }, status)
    const { waiting, oldestAt } = await outboxState()
    const oldestSeconds = Math.round(secondsWaited(oldestAt, clock()))
    return c.json({ ok, mail: { waiting, oldestSeconds }, disk }, status)
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

/** Anyone may call these endpoints, and writing and counting the queue are expensive. */
function cacheForOneSecond<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined
  return () => {
    const at = performance.now()
    if (last === undefined || at - last.at > 1000) last = { at, result: read() }
    return last.result
  }
}
