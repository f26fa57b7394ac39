import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { runnerImport } from 'vite'
import { connect, type Database, type Target } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { collectFigures } from '#owner/collect-figures.ts'
import { readLetterStatus } from '#letters/stored-letters.ts'
import { listSubscribers } from '#subscribers/list-subscribers.ts'
import { startPostgres } from '../test/support/postgres.ts'
import type * as Work from './support/database-work.ts'
import { grow } from './support/grow.ts'
import { report, type Figure } from './support/table.ts'

// The same work with ten thousand, a hundred thousand and a million rows in every table.

const sizes = (process.argv[2] ?? '10000,100000,1000000').split(',').map(Number)
const rounds = 7
const now = new Date()

// Loaded through Vite, because claiming mail renders React components.
const { module } = await runnerImport<typeof Work>('./bench/support/database-work.ts')

const work: typeof Work.databaseWork = {
  ...module.databaseWork,
  stats: ({ db }) => collectFigures(db, now),
  'subscribers list, 50 of them': ({ db }) => listSubscribers(db, {}).limit(50).execute(),
  'letters status': ({ db }) => readLetterStatus(db, 'launch'),
}

const dir = mkdtempSync(join(tmpdir(), 'bench-'))
const postgres = await startPostgres(['fsync=off', 'max_wal_size=8GB'])
const targets: Target[] = [
  { kind: 'sqlite', file: join(dir, 'site.db') },
  { kind: 'postgres', url: postgres.url },
]
const measured = targets.map((target) => ({
  database: connect(target),
  times: {} as Record<string, number[][]>,
}))
for (const { database } of measured) {
  await migrate(database)
  await module.prepareDatabaseWork(database, now)
}
for (const [index, size] of sizes.entries()) {
  console.error(`${size} rows a table`)
  const from = sizes[index - 1] ?? 0
  await Promise.all(measured.map(({ database }) => grow(database, from, size, now)))
  for (const { database, times } of measured) {
    for (const [name, run] of Object.entries(work)) {
      // Warm up: otherwise the first, smallest size would be the slowest.
      for (let warm = index; warm < 1; warm += 1 / 32) await run(database, now)
      ;(times[name] ??= []).push(await timesOf(() => run(database, now), database))
    }
  }
}
const figures: Figure[] = []
for (const { database, times } of measured) {
  for (const [name, [few = [], ...more]] of Object.entries(times)) {
    const required = { max: name === 'stats' ? sizes.at(-1)! / sizes[0]! : 3 }
    for (const [index, ours] of more.entries()) {
      const what = `${name}, ${database.kind}, ${sizes[index + 1]!.toLocaleString('en')} rows`
      figures.push({ what, unit: 'ms', reference: `${sizes[0]} rows`, ours, theirs: few, required })
    }
  }
  await database.close()
}
await postgres.stop()
rmSync(dir, { recursive: true })
report(figures)

async function timesOf(run: () => Promise<unknown>, { db, kind }: Database): Promise<number[]> {
  await run()
  const found: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // Don't measure the checkpoint of earlier rounds.
    if (kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
    const startedAt = performance.now()
    await run()
    found.push(performance.now() - startedAt)
  }
  return found
}
