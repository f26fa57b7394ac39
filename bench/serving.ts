import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../test/support/postgres.ts'
import { load, loader } from './support/load.ts'
import type { Submissions } from './support/plain-load.ts'
import { insertIntoPostgres, insertIntoSqlite } from './support/references.ts'
import { startBareServer, startSite } from './support/start-server.ts'
import { report, type Figure } from './support/table.ts'

// Site and reference alternate in short rounds, so that other load on the machine affects both.

const rounds = Number(process.env['ROUNDS'] ?? 9)
const seconds = Number(process.env['SECONDS'] ?? 1)
const only = process.argv[2] ?? ''

const postgres = await startPostgres([])
const figures: Figure[] = []
for (const [name, measure] of Object.entries({ pages, starts, submissions })) {
  if (!name.startsWith(only)) continue
  console.error(`measuring ${name}…`)
  figures.push(...(await measure()))
}
await postgres.stop()
console.error(`median, lowest and highest of ${rounds} rounds; load from ${loader}`)
report(figures)

/** The same bytes and headers, sent by node:http alone. */
async function pages(): Promise<Figure[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'response.json')
  const quiet = await startSite()
  const logging = await startSite({ LOG_LEVEL: 'info' })
  writeFileSync(file, JSON.stringify(await recordResponse(quiet.url)))
  const bare = await startBareServer(file)
  const rates: number[][] = [[], [], []]
  for (const { url } of [quiet, logging, bare]) await load(url, 2)
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { url }] of [quiet, logging, bare].entries()) {
      rates[index]!.push(await load(url, seconds))
    }
  }
  for (const server of [quiet, logging, bare]) await server.stop()
  rmSync(file)
  const shared = { unit: '/s', reference: 'bare node:http', theirs: rates[2]! }
  return [
    { what: '/ from memory', ours: rates[0]!, ...shared, required: { min: 0.85 } },
    { what: '/ with a log line each', ours: rates[1]!, ...shared, required: { min: 0.75 } },
  ]
}

async function recordResponse(url: string) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const askForBrotli = () => fetch(url, { headers: { 'accept-encoding': 'br' } })
  let encoded = await askForBrotli()
  // Brotli is compressed some seconds after the start.
  while (!encoded.headers.has('content-encoding')) {
    await sleep(200)
    encoded = await askForBrotli()
  }
  const headers = Object.fromEntries(encoded.headers)
  // Node adds these itself.
  for (const name of ['date', 'connection', 'keep-alive', 'transfer-encoding']) delete headers[name]
  // fetch has decoded the body; any bytes of that length will do.
  const length = Number(headers['content-length'])
  const body = Buffer.from(await response.arrayBuffer()).subarray(0, length)
  return { headers, body: body.toString('base64') }
}

async function starts(): Promise<Figure[]> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [start, values] of [
      [startSite, ours] as const,
      [startBareServer, theirs] as const,
    ]) {
      const server = await start()
      values.push(server.startMs)
      await server.stop()
    }
  }
  const reference = 'empty node:http'
  return [
    { what: 'start to first response', unit: 'ms', reference, ours, theirs, required: { max: 5 } },
  ]
}

async function submissions(): Promise<Figure[]> {
  const databases = [
    { name: 'SQLite', env: {}, reference: insertIntoSqlite, min: 0.73 },
    {
      name: 'PostgreSQL',
      env: { DATABASE_URL: postgres.url, SECRET: 's'.repeat(32) },
      reference: (time: number) => insertIntoPostgres(postgres.url, time),
      min: 0.85,
    },
  ]
  const found: Figure[] = []
  for (const { name, env, reference, min } of databases) {
    const site = await startSite(env)
    const kinds: Submissions[] = ['signups', 'messages', 'keyed']
    const rates = kinds.map((): { ours: number[]; theirs: number[] } => ({ ours: [], theirs: [] }))
    await load(site.url, 2, 'signups')
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, kind] of kinds.entries()) {
        rates[index]!.ours.push(await load(site.url, seconds, kind))
        rates[index]!.theirs.push(await reference(seconds / 2))
      }
    }
    await site.stop()
    for (const [index, kind] of kinds.entries()) {
      const what = `durable ${kind}, ${name}`
      const named = { what, unit: '/s', reference: 'one insert, one commit' }
      found.push({ ...named, ...rates[index]!, required: { min } })
    }
  }
  return found
}
