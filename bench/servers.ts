import { startPostgres } from '../test/support/postgres.ts'
import { load, loader } from './support/load.ts'
import { startSite } from './support/start-server.ts'
import { report, type Figure } from './support/table.ts'

// One server and three servers on one PostgreSQL, alternately. They share this machine with PostgreSQL and the load, so
// this shows that servers don't block each other, not the capacity of three machines.

const rounds = Number(process.env['ROUNDS'] ?? 3)
const seconds = Number(process.env['SECONDS'] ?? 3)

const postgres = await startPostgres([])
const env = { DATABASE_URL: postgres.url, SECRET: 's'.repeat(32) }
const servers = [await startSite(env), await startSite(env), await startSite(env)]
const figures: Figure[] = []
for (const kind of [undefined, 'signups'] as const) {
  const rates: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
  for (const { url } of servers) await load(url, 1, kind)
  for (let round = 0; round < rounds; round += 1) {
    rates.theirs.push(await load(servers[0]!.url, seconds, kind))
    const each = await Promise.all(servers.map(({ url }) => load(url, seconds, kind)))
    rates.ours.push(each.reduce((sum, rate) => sum + rate, 0))
  }
  const what = kind === undefined ? '/ from three servers' : 'durable signups, three servers'
  figures.push({ what, unit: '/s', reference: 'one server', ...rates, required: { min: 0.7 } })
}
for (const server of servers) await server.stop()
await postgres.stop()
console.error(`median, lowest and highest of ${rounds} rounds; load from ${loader}`)
report(figures)
