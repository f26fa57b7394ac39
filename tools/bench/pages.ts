import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { load, loader } from './support/load.ts'
import { startBareServer, startSite } from './support/start-server.ts'
import { report } from './support/figures-table.ts'

// How many pages a second one server sends, with and without its log, beside bare node:http with the same bytes and
// headers. They alternate in short rounds, so that other load on the machine affects all.

const rounds = Number(process.env['ROUNDS'] ?? 9)
const seconds = Number(process.env['SECONDS'] ?? 1)

const dir = mkdtempSync(join(tmpdir(), 'bench-'))
const file = join(dir, 'response.json')
const quiet = await startSite()
const logging = await startSite({ LOG_LEVEL: 'info' })
writeFileSync(file, JSON.stringify(await recordResponse(quiet.url)))
const bare = await startBareServer(file)
const servers = [quiet, logging, bare]
const rates: number[][] = servers.map(() => [])
for (const { url } of servers) await load(url, 2)
for (let round = 0; round < rounds; round += 1) {
  for (const [index, { url }] of servers.entries()) rates[index]!.push(await load(url, seconds))
}
for (const server of servers) await server.stop()
rmSync(dir, { recursive: true })
console.error(`median, lowest and highest of ${rounds} rounds; load from ${loader}`)
const shared = { unit: '/s', reference: 'bare node:http', theirs: rates[2]! }
report([
  { what: '/ from memory', ours: rates[0]!, ...shared, required: { min: 0.85 } },
  { what: '/ with a log line each', ours: rates[1]!, ...shared, required: { min: 0.75 } },
])

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
