import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'node:http'
import { sql } from 'kysely'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { connect, type Target } from '#database/connect.ts'
import { peakMegabytesOf } from '../support/peak-memory.ts'
import { percentile } from '../support/percentile.ts'
import { newAdminEnv } from '../support/admin.ts'
import type { DialectName } from '../support/databases.ts'
import { startTestSite } from '../support/test-site.ts'
import { attack, type Attack } from './attackers.ts'
import { ask, lossesOf, startVisitors } from './visitors.ts'

interface Size {
  dialect: DialectName
  rounds: number
  /** More than the 2,048 requests that may wait: see intake/submissions.ts. */
  crowd: number
  /** How long writes are blocked. */
  holdMs: number
}

/** More visitors than the server can store for, and at times a blocked database. */
export async function run({ dialect, rounds, crowd, holdMs }: Size) {
  const { target, env } = await newAdminEnv(dialect, { LOG_LEVEL: 'silent' })
  const site = await startTestSite(env)
  const idleMegabytes = peakMegabytesOf(site.process.pid!, 0)
  const visitors = startVisitors(site.url, crowd)
  const refused = () => visitors.statuses.get(503) ?? 0
  const pages: number[] = []
  const peaks: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const release = await blockWrites(target)
    const before = refused()
    await visitors.until(() => refused() > before)
    await sleep(holdMs)
    pages.push((await ask(site.url)).status)
    await release()
    await visitors.more(200)
    pages.push((await ask(site.url)).status)
    peaks.push(peakMegabytesOf(site.process.pid!, 0))
  }
  await visitors.stop()
  const database = connect(target)
  onTestFinished(() => database.close())
  const { statuses, accepted } = visitors
  const asked = [...statuses.values()].reduce((all, count) => all + count, 0)
  return {
    run: 'overload',
    database: dialect,
    count: asked,
    refused: refused(),
    withoutRetryAfter: statuses.get(-503) ?? 0,
    pagesNotServed: pages.filter((status) => status !== 200).length,
    idleMegabytes: Math.round(idleMegabytes),
    halfwayMegabytes: Math.round(peaks[Math.floor(rounds / 2)]!),
    peakMegabytes: Math.round(peaks.at(-1)!),
    ...(await lossesOf(database, accepted)),
  }
}

/** Blocks all writes until released. */
async function blockWrites(target: Target): Promise<() => Promise<void>> {
  if (target.kind === 'postgres') {
    // A single client, because the pool would time out in this busy process.
    const client = new pg.Client(target.url)
    await client.connect()
    await client.query('begin')
    await client.query('lock table outbox')
    return async () => {
      await client.query('rollback')
      await client.end()
    }
  }
  const database = connect(target)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: blocked, resolve: onBlocked } = Promise.withResolvers<void>()
  const holding = database.db.connection().execute(async (db) => {
    await sql`begin immediate`.execute(db)
    onBlocked()
    await released
    await sql`rollback`.execute(db)
  })
  await Promise.race([blocked, holding])
  return async () => {
    release()
    await holding
    await database.close()
  }
}

type Crowd = Omit<Attack, 'port'>

/** Response times of visitors without and during an attack. */
export async function runAttack({ requests, ...crowd }: Crowd & { requests: number }) {
  const site = await startTestSite({ LOG_LEVEL: 'silent' })
  const idle = await visit(site.url, requests, 'idle')
  const idleMegabytes = peakMegabytesOf(site.process.pid!, 0)
  const stop = await attack({ port: Number(new URL(site.url).port), ...crowd })
  onTestFinished(stop)
  await sleep(1000)
  const attacked = await visit(site.url, requests, 'attacked')
  stop()
  const p99 = { idle: percentile(idle.times, 99), attacked: percentile(attacked.times, 99) }
  return {
    run: 'attack',
    database: 'sqlite',
    count: Object.values(crowd).reduce((all, count) => all + count, 0),
    requests: 2 * requests,
    notAnswered: idle.failed + attacked.failed,
    idleP99Ms: Math.round(p99.idle),
    p99Ratio: Number((p99.attacked / p99.idle).toFixed(1)),
    idleMegabytes: Math.round(idleMegabytes),
    peakMegabytes: Math.round(peakMegabytesOf(site.process.pid!, 0)),
  }
}

async function visit(url: string, requests: number, name: string) {
  const times: number[] = []
  let failed = 0
  const agent = new Agent({ keepAlive: true })
  for (let serial = 0; serial < requests; serial += 1) {
    const startedAt = performance.now()
    const body = { email: `${name}${serial}@example.com` }
    const asking = serial % 2 ? ask(url, { agent }) : ask(`${url}/contact`, { agent, body })
    if ((await asking).status !== 200) failed += 1
    times.push(performance.now() - startedAt)
  }
  agent.destroy()
  return { times, failed }
}
