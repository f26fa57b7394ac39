import { startDatabases } from './support/start-databases.ts'
import { load, loader } from './support/load.ts'
import type { Submissions } from './support/plain-load.ts'
import { startSite } from './support/start-server.ts'
import { report, type Figure } from './support/figures-table.ts'

// How many submissions a second are answered once they are durable, beside a loop that commits one insert at a time.

const rounds = Number(process.env['ROUNDS'] ?? 9)
const seconds = Number(process.env['SECONDS'] ?? 1)
const kinds: Submissions[] = ['signups', 'messages', 'keyed']

const { databases, stop } = await startDatabases()
const figures: Figure[] = []
for (const { name, env, insertAlone } of databases) {
  const site = await startSite(env)
  const rates = kinds.map((): { ours: number[]; theirs: number[] } => ({ ours: [], theirs: [] }))
  await load(site.url, 2, 'signups')
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, kind] of kinds.entries()) {
      rates[index]!.ours.push(await load(site.url, seconds, kind))
      rates[index]!.theirs.push(await insertAlone(seconds / 2))
    }
  }
  await site.stop()
  for (const [index, kind] of kinds.entries()) {
    const named = { what: `durable ${kind}, ${name}`, reference: 'one insert, one commit' }
    const required = { min: name === 'SQLite' ? 0.73 : 0.85 }
    figures.push({ ...named, unit: '/s', ...rates[index]!, required })
  }
}
await stop()
console.error(`median, lowest and highest of ${rounds} rounds; load from ${loader}`)
report(figures)
