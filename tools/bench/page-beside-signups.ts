import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../test/support/percentile.ts'
import { load } from './support/load.ts'
import { readResponse, startSite } from './support/start-server.ts'
import { report, type Figure } from './support/figures-table.ts'

// How long one visitor waits for a page, alternately on an idle server and while 64 clients sign up.

const rounds = Number(process.env['ROUNDS'] ?? 3)
const seconds = Number(process.env['SECONDS'] ?? 2)

const site = await startSite()
const idle: number[][] = []
const loaded: number[][] = []
await waits()
for (let round = 0; round < rounds; round += 1) {
  idle.push(await waits())
  // It starts before the visitor and ends after.
  const signups = load(site.url, seconds + 1, 'signups')
  await sleep(500)
  loaded.push(await waits())
  await signups
}
await site.stop()
const figure = (name: string, percent: number, max: number): Figure => ({
  what: `/ while 64 clients sign up, ${name}`,
  unit: 'ms',
  reference: 'idle',
  ours: loaded.map((times) => percentile(times, percent)),
  theirs: idle.map((times) => percentile(times, percent)),
  required: { max },
})
report([figure('median', 50, 3), figure('p99', 99, 10)])

async function waits(): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  const endAt = performance.now() + seconds * 1000
  while (performance.now() < endAt) {
    const askedAt = performance.now()
    await readResponse(site.url, agent)
    times.push(performance.now() - askedAt)
    await sleep(3)
  }
  agent.destroy()
  return times
}
