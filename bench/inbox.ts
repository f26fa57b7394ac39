import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Target } from '#database/connect.ts'
import { countRows } from '#database/read-rows.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { load } from './support/load.ts'
import { insertIntoPostgres, insertIntoSqlite } from './support/references.ts'
import { startSite } from './support/start-server.ts'
import { report, type Figure } from './support/table.ts'

// How many stored submissions a second are processed: beside 64 clients that sign up, and alone, with the backlog that
// they left.

const rounds = Number(process.env['ROUNDS'] ?? 3)
const seconds = Number(process.env['SECONDS'] ?? 3)
const only = process.argv[2] ?? ''

const dir = mkdtempSync(join(tmpdir(), 'bench-'))
const postgres = await startPostgres([])
const file = join(dir, 'site.db')
const databases: { name: string; target: Target; url: string; reference: Reference }[] = [
  {
    name: 'SQLite',
    target: { kind: 'sqlite', file },
    url: `sqlite:${file}`,
    reference: insertIntoSqlite,
  },
  {
    name: 'PostgreSQL',
    target: { kind: 'postgres', url: postgres.url },
    url: postgres.url,
    reference: (time) => insertIntoPostgres(postgres.url, time),
  },
]
type Reference = (seconds: number) => number | Promise<number>

const figures: Figure[] = []
for (const { name, target, url, reference } of databases) {
  if (!name.startsWith(only)) continue
  const site = await startSite({ DATABASE_URL: url, SECRET: 's'.repeat(32) })
  await using database = connect(target)
  const processed = () =>
    countRows(database.db.selectFrom('submissions').where('processed_at', 'is not', null))
  const perSecond = async (work: Promise<unknown>) => {
    const [before, startedAt] = [await processed(), performance.now()]
    await work
    return ((await processed()) - before) / ((performance.now() - startedAt) / 1000)
  }
  const rates: Record<string, number[]> = { 'beside 64 clients that sign up': [], alone: [] }
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const loaded = load(site.url, seconds, 'signups')
    rates['beside 64 clients that sign up']!.push(await perSecond(loaded))
    rates['alone']!.push(await perSecond(sleep(seconds * 1000)))
    theirs.push(await reference(seconds / 2))
  }
  await site.stop()
  for (const [when, ours] of Object.entries(rates)) {
    const what = `submissions processed ${when}, ${name}`
    const compared = { unit: '/s', reference: 'one insert, one commit', theirs }
    figures.push({ what, ours, ...compared, required: { min: 0.01 } })
  }
}
await postgres.stop()
rmSync(dir, { recursive: true })
report(figures)
