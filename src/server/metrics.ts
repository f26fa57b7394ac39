import { createServer } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#database/connect.ts'
import type { Db } from '#database/schema.ts'
import { readOutboxState } from '#mail/outbox-state.ts'
import { UserError } from '#user-error.ts'
import type { Background } from './background.ts'

export type Metrics = Awaited<ReturnType<typeof startMetrics>>

interface MetricsOptions {
  port: number
  host: string
  database: Database
  background: Background
}

/** Prometheus' text on a port of its own, which is nobody else's business. */
export async function startMetrics(options: MetricsOptions) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'site_request_duration_seconds',
    help: 'Requests and how long their answers took',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  })
  const submissions = new Counter({
    name: 'site_submissions_total',
    help: 'Submissions by what they were and what came of them',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const looks = [watchOutbox(registry, options.database.db), watchBackground(registry, options)]
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    // Before, not in prom-client's `collect`: what one gauge finds out for another would be a scrape late.
    const looked = Promise.all(looks.map((look) => look()))
    looked
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
        () => response.writeHead(503).end(),
      )
  })
  const { port, host } = options
  await new Promise<void>((resolve, reject) => {
    const failed = ({ message }: Error) =>
      reject(new UserError(`METRICS_PORT ${port} cannot be listened on: ${message}`))
    server.once('error', failed).listen({ port, host }, resolve)
  })
  return {
    request(route: string, method: string, status: number, seconds: number) {
      requests.observe({ route, method: knownMethod(method), status }, seconds)
    },
    submission: (kind: string, outcome: string) => submissions.inc({ kind, outcome }),
    close: () => void server.close(),
  }
}

/** A stranger may send any; each would be a series of its own. */
function knownMethod(method: string): string {
  return ['GET', 'HEAD', 'POST', 'OPTIONS'].includes(method) ? method : 'other'
}

/** @returns looks how it is now */
function watchOutbox(registry: Registry, db: Db) {
  const registers = [registry]
  const mails = new Gauge({
    name: 'site_outbox_mails',
    help: 'Mail by state, letters among the waiting',
    labelNames: ['state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'site_outbox_oldest_seconds',
    help: 'How long the oldest mail has waited, letters aside',
    registers,
  })
  const up = new Gauge({
    name: 'site_database_up',
    help: '1 while the database answers; what is said of the outbox is old while it does not',
    registers,
  })
  return async () => {
    const state = await readOutboxState(db).catch(() => undefined)
    up.set(state ? 1 : 0)
    if (!state) return
    const { waiting, failed, oldestAt } = state
    mails.set({ state: 'waiting' }, waiting)
    mails.set({ state: 'failed' }, failed)
    oldest.set(oldestAt === null ? 0 : Math.max(0, (Date.now() - Date.parse(oldestAt)) / 1000))
  }
}

/** What only the thread in the background knows. @returns asks it */
function watchBackground(registry: Registry, { database, background }: MetricsOptions) {
  const connections = new Gauge({
    name: 'site_database_connections',
    help: 'Connections to PostgreSQL by state; waiting are those who want one',
    labelNames: ['thread', 'state'],
    registers: [registry],
  })
  const mails = new Counter({
    name: 'site_mails_total',
    help: 'What came of the mails that this server tried to send',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  return async () => {
    const report = await background.report()
    mails.reset()
    for (const { kind, outcome, count } of report.mails) mails.inc({ kind, outcome }, count)
    const pools = { pages: database.pool?.(), background: report.pool }
    for (const [thread, pool] of Object.entries(pools)) {
      for (const [state, count] of Object.entries(pool ?? {})) {
        connections.set({ thread, state }, count)
      }
    }
  }
}
