import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#database/connect.ts'
import { countRows } from '#database/read-rows.ts'
import { startDatabases } from './support/start-databases.ts'
import { load } from './support/load.ts'
import { startSite } from './support/start-server.ts'
import { report, type Figure } from './support/figures-table.ts'

// How many stored submissions a second are processed: beside 64 clients that sign up, and alone, with the backlog that
// they left.

const rounds = Number(process.env['ROUNDS'] ?? 3)
const seconds = Number(process.env['SECONDS'] ?? 3)

const { databases, stop } = await startDatabases()
const figures: Figure[] = []
for (const { name, target, env, insertAlone } of databases) {
  const site = await startSite(env)
  await using database = connect(target)
  const processed = () =>
    countRows(database.db.selectFrom('submissions').where('processed_at', 'is not', null))
  const perSecond = async (work: Promise<unknown>) => {
    const [before, startedAt] = [await processed(), performance.now()]
    await work
    return ((await processed()) - before) / ((performance.now() - startedAt) / 1000)
  }
  const beside: number[] = []
  const alone: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    beside.push(await perSecond(load(site.url, seconds, 'signups')))
    alone.push(await perSecond(sleep(seconds * 1000)))
    theirs.push(await insertAlone(seconds / 2))
  }
  await site.stop()
  const shared = {
    unit: '/s',
    reference: 'one insert, one commit',
    theirs,
    required: { min: 0.01 },
  }
  const what = 'submissions processed'
  figures.push({ what: `${what} beside 64 clients that sign up, ${name}`, ours: beside, ...shared })
  figures.push({ what: `${what} alone, ${name}`, ours: alone, ...shared })
}
await stop()
report(figures)
