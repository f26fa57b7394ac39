import { once } from 'node:events'
import { createServer } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#config.ts'
import type { Database } from '#database/connect.ts'
import { readOutboxState } from '#mail/outbox-state.ts'
import { UserError } from '#user-error.ts'
import type { Background } from './background.ts'

export type Metrics = Awaited<ReturnType<typeof startMetrics>>

/** Prometheus' text on a port of its own, which is nobody else's business. */
export async function startMetrics(
  { metricsPort: port, host }: Config,
  database: Database,
  background: Background,
) {
  const registry = new Registry()
  const metrics = createMetrics(registry)
  // What appears with its first failure has not risen: no alert would tell of it.
  for (const kind of ['newsletter', 'message', 'none'])
    metrics.submissions.inc({ kind, outcome: 'unavailable' }, 0)
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    // Before, not in prom-client's `collect`: what one gauge finds out for another would be a scrape late.
    refresh(metrics, database, background)
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
        () => response.writeHead(503).end(),
      )
  })
  await once(server.listen({ port, host }), 'listening').catch(({ message }: Error) => {
    throw new UserError(`METRICS_PORT ${port} cannot be listened on: ${message}`)
  })
  return {
    request(route: string, method: string, status: number, seconds: number) {
      metrics.requests.observe({ route, method: knownMethod(method), status }, seconds)
    },
    submission: (kind: string, outcome: string) => metrics.submissions.inc({ kind, outcome }),
    close: () => void server.close(),
  }
}

const help = {
  site_request_duration_seconds: 'Requests and how long their answers took',
  site_submissions_total: 'Submissions by what they were and what came of them',
  site_mails_total: 'What came of the mails that this server tried to send',
  site_outbox_mails: 'Mail by state, letters among the waiting',
  site_outbox_oldest_seconds: 'How long the oldest mail has waited, letters aside',
  site_database_up:
    '1 while the database answers; what is said of the outbox is old while it does not',
  site_database_connections: 'Connections to PostgreSQL by state; waiting are those who want one',
}

function createMetrics(registry: Registry) {
  collectDefaultMetrics({ register: registry })
  const metric = (name: keyof typeof help, ...labelNames: string[]) => {
    return { name, help: help[name], labelNames, registers: [registry] }
  }
  return {
    requests: new Histogram({
      ...metric('site_request_duration_seconds', 'route', 'method', 'status'),
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    }),
    submissions: new Counter(metric('site_submissions_total', 'kind', 'outcome')),
    mails: new Counter(metric('site_mails_total', 'kind', 'outcome')),
    outbox: new Gauge(metric('site_outbox_mails', 'state')),
    oldest: new Gauge(metric('site_outbox_oldest_seconds')),
    databaseUp: new Gauge(metric('site_database_up')),
    connections: new Gauge(metric('site_database_connections', 'thread', 'state')),
  }
}

/** A stranger may send any; each would be a series of its own. */
function knownMethod(method: string): string {
  return ['GET', 'HEAD', 'POST', 'OPTIONS'].includes(method) ? method : 'other'
}

/** Reads what is not counted as it happens. */
async function refresh(
  { mails, outbox, oldest, databaseUp, connections }: ReturnType<typeof createMetrics>,
  database: Database,
  background: Background,
) {
  const [state, report] = await Promise.all([
    readOutboxState(database.db).catch(() => undefined),
    background.report(),
  ])
  databaseUp.set(state ? 1 : 0)
  if (state) {
    outbox.set({ state: 'waiting' }, state.waiting)
    outbox.set({ state: 'failed' }, state.failed)
    const { oldestAt } = state
    oldest.set(oldestAt === null ? 0 : Math.max(0, (Date.now() - Date.parse(oldestAt)) / 1000))
  }
  mails.reset()
  for (const { kind, outcome, count } of report.mails) mails.inc({ kind, outcome }, count)
  const pools = { pages: database.pool?.(), background: report.pool }
  for (const [thread, pool] of Object.entries(pools)) {
    for (const [name, count] of Object.entries(pool ?? {})) {
      connections.set({ thread, state: name }, count)
    }
  }
}
