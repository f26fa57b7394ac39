import { sql, type RawBuilder } from 'kysely'
import { site } from '#content/content.ts'
import { periodWords } from '#content/periods.ts'
import { padToPowerOfTwo } from '#database/pad-to-power-of-two.ts'
import type { Db } from '#database/schema.ts'
import { personalData } from '#personal-data.ts'
import { purposes } from '#processing.ts'
import { rowsOf } from './rows-of.ts'

export type PersonalData = Awaited<ReturnType<typeof collectPersonalData>>

/** Of each table, on the page; the download has all. */
export const mostShown = 50

export type Entry = Record<string, string | number | null>

/**
 * All that the site's database holds about one address, as its owner sees it.
 * @param most of each table: the newest
 */
export async function collectPersonalData(db: Db, emailKey: string, most = Infinity) {
  const records = []
  for await (const { record, entries, hasMore } of findRecords(db, emailKey, most)) {
    records.push({ ...record, entries: await Array.fromAsync(entries), hasMore })
  }
  return { email: emailKey, recipients: recipients(), records }
}

/** All that is held about one address, in pieces of one JSON text: nobody has to hold it whole. */
export async function* personalDataJson(db: Db, emailKey: string): AsyncGenerator<string> {
  yield `${unclosedJson({ email: emailKey, recipients: recipients() })},\n"records": [`
  let before = ''
  for await (const { record, entries } of findRecords(db, emailKey)) {
    yield `${before}\n${unclosedJson(record)}, "entries": [`
    before = ''
    for await (const entry of entries) {
      yield `${before}\n  ${JSON.stringify(entry)}`
      before = ','
    }
    yield ']}'
    before = ','
  }
  yield ']}\n'
}

/** An object that more is to come to. */
function unclosedJson(value: object): string {
  return JSON.stringify(value).slice(0, -1)
}

const batchSize = 64

/** What there is, to be read a little at a time: a message is long, and there may be thousands. */
async function* findRecords(db: Db, emailKey: string, most = Infinity) {
  for (const [table, held] of Object.entries(personalData)) {
    const { person, columns, since, title, endings } = held
    if (person === 'hash') continue
    const shown = Object.keys(columns).filter((column) => columns[column] !== null)
    const read = async (names: string[], condition: RawBuilder<unknown>) => {
      const { rows } = await sql<Entry>`
        select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)}
        where ${condition} order by ${sql.ref(since)}, ${sql.ref(names[0]!)}`.execute(db)
      return rows
    }
    const isTheirs = rowsOf(person, emailKey)
    // Without an id there are few.
    const hasId = 'id' in columns
    const all = await read(hasId ? ['id'] : shown, isTheirs)
    if (all.length === 0) continue
    const newest = all.slice(-most)
    const readEntries = async function* () {
      if (!hasId) return yield* newest
      for (let start = 0; start < newest.length; start += batchSize) {
        const ids = newest.slice(start, start + batchSize).map(({ id }) => id)
        yield* await read(shown, sql`id in (${sql.join(padToPowerOfTwo(ids))})`)
      }
    }
    const { aim, basis } = purposes[held.purpose]
    const keptFor = endings.map(({ what, period, note = '' }) =>
      `${what}: ${periodWords(period)}. ${note}`.trim(),
    )
    const record = { table, title, purpose: aim, legalBasis: basis, keptFor }
    yield { record, entries: readEntries(), hasMore: all.length > newest.length || undefined }
  }
}

/** Who else sees data: the processors, and whoever reads our mailbox. */
export function recipients(): string[] {
  return [
    ...site.processors.map(({ name, country, purpose }) => `${name} (${country}): ${purpose}`),
    `${site.company.name} ${site.company.legalForm}: the mailbox that contact messages reach`,
  ]
}

export async function isAnythingHeld(db: Db, emailKey: string): Promise<boolean> {
  for (const [table, { person }] of Object.entries(personalData)) {
    // Only a trace that somebody asked: no reason to send the address a link.
    if (person !== 'email_key' || table === 'data_links') continue
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where ${rowsOf(person, emailKey)} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}
