import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect, type Database, type Target } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { startBuiltConsole } from '../test/support/start-console.ts'
import { grow } from './support/grow.ts'
import { report, type Figure } from './support/table.ts'

// Time to first byte of each view of the console with a million rows in every table, against one bare query or count.

const size = Number(process.argv[2] ?? 1_000_000)
const rounds = 7
const now = new Date()
/** In the middle of a list: where paging by offset is slow. */
const middle = new Date(now.getTime() - size * 50).toISOString()

const views: Record<string, string> = {
  Today: '',
  Figures: 'figures',
  'open messages': 'messages',
  'answered messages, page 10,000': `messages?state=answered&before=${middle} m`,
  'search in messages': 'messages?q=person77',
  'one message': 'messages/m5',
  subscribers: 'subscribers',
  'confirmed subscribers, page 10,000': `subscribers?state=confirmed&before=${middle} s`,
  'search in subscribers': 'subscribers?q=person77',
  'one subscriber': 'subscribers/s5',
  letters: 'letters',
  'one letter': 'letters/launch',
  'mail waiting': 'mail?state=queued&letter=launch',
  'mail failed': 'mail?state=failed',
  'mail in doubt, page 5,000': `mail?state=in_doubt&letter=launch&before=${middle} o`,
  'addresses suppressed': 'mail?state=suppressed&before=person77@example.com owner',
}

/** These count a million rows. */
const counting = new Set(['Today', 'Figures', 'letters', 'one letter'])

const dir = mkdtempSync(join(tmpdir(), 'bench-'))
const postgres = await startPostgres(['fsync=off', 'max_wal_size=8GB'])
const targets: Target[] = [
  { kind: 'sqlite', file: join(dir, 'site.db') },
  { kind: 'postgres', url: postgres.url },
]
const noTimeout = 'statement_timeout=0&query_timeout=2147483647'
const figures: Figure[] = []
for (const target of targets) {
  console.error(`${size} rows a table, ${target.kind}`)
  // Filling the tables takes longer than any request may.
  const patient =
    target.kind === 'sqlite' ? target : { ...target, url: `${target.url}?${noTimeout}` }
  await using database = connect(patient)
  await migrate(database)
  await grow(database, 0, size, now)
  await spread(database)
  figures.push(...(await measure(database, target)))
}
await postgres.stop()
rmSync(dir, { recursive: true })
report(figures)

/** Not every row in the same state. */
async function spread({ db, kind }: Database) {
  const isDigit = (column: string, digit: number) =>
    sql.raw(`substr(${column}, length(${column}), 1) = '${digit}'`)
  await sql`update messages set answered_at = received_at where ${isDigit('id', 1)} or ${isDigit('id', 2)}`.execute(
    db,
  )
  await sql`update subscribers set status = 'pending', confirmed_at = null where ${isDigit('id', 1)}`.execute(
    db,
  )
  await sql`update outbox set status = 'in_doubt' where ${isDigit('id', 2)}`.execute(db)
  await sql`update outbox set status = 'failed', letter = null, kind = 'message-receipt', last_error = '550 5.1.1' where ${isDigit('id', 3)}`.execute(
    db,
  )
  await sql`insert into suppressions select email_key, 'owner', 'imported', asked_at from subscribers where ${isDigit('id', 4)}`.execute(
    db,
  )
  await sql.raw(kind === 'sqlite' ? 'analyze' : 'vacuum analyze').execute(db)
}

async function measure({ db, kind }: Database, target: Target): Promise<Figure[]> {
  const owner = await startBuiltConsole({
    DATA_DIR: dir,
    DATABASE_URL: target.kind === 'sqlite' ? `sqlite:${target.file}` : target.url,
    SECRET: 's'.repeat(32),
  })
  const opened = await fetch(owner.link, { redirect: 'manual' })
  const [cookie] = opened.headers.getSetCookie()[0]!.split(';')
  const base = new URL(opened.headers.get('location')!, owner.link).href
  const look = async (path: string) => {
    const response = await fetch(`${base}${path}`, { headers: { cookie: cookie! } })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    await response.text()
  }
  // The checks of `doctor` begin with the first page.
  await look('')
  while (
    (await (await fetch(base, { headers: { cookie: cookie! } })).text()).includes('Checking…')
  ) {
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const screen = await timesOf(() =>
    sql`select * from subscribers order by asked_at desc, id desc limit 50`.execute(db),
  )
  const counted = await timesOf(() =>
    sql`select count(*) from subscribers where status = 'confirmed'`.execute(db),
  )
  const found: Figure[] = []
  for (const [name, path] of Object.entries(views)) {
    const ours = await timesOf(() => look(path))
    const reference = counting.has(name)
      ? { reference: 'a bare count', theirs: counted, required: { max: 20 } }
      : { reference: 'a bare query', theirs: screen, required: { max: 100 } }
    found.push({ what: `console: ${name}, ${kind}`, unit: 'ms', ours, ...reference })
  }
  await owner.stop()
  return found
}

async function timesOf(run: () => Promise<unknown>): Promise<number[]> {
  await run()
  const found: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    await run()
    found.push(performance.now() - startedAt)
  }
  return found
}
