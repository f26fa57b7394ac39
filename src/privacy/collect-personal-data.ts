import { sql } from 'kysely'
import { site } from '#content/content.ts'
import { periodWords } from '#content/periods.ts'
import type { Db, Schema } from '#database/schema.ts'
import { personalData, purposes, type Held } from '#personal-data.ts'
import { rowsOf } from './rows-of.ts'

/** All that the site's database holds about one address, as its owner sees and downloads it. */
export interface PersonalData {
  email: string
  recipients: string[]
  records: HeldRecord[]
}

export interface HeldRecord {
  table: keyof Schema
  title: string
  purpose: string
  legalBasis: string
  keptFor: string[]
  entries: Entry[]
}

/** By column. */
export type Entry = Record<string, string | number | null>

/** A column that the declaration leaves out does not compile. */
const declared: {
  [Name in keyof Schema]: (Held & { columns: Record<keyof Schema[Name], string | null> }) | null
} = personalData

/** What may be found by an address. */
type Findable = Held & { person: Exclude<Held['person'], 'hash'> }

export const findable = Object.entries<Held | null>(declared).filter(
  ([, held]) => held !== null && held.person !== 'hash',
) as [keyof Schema, Findable][]

export async function collectPersonalData(db: Db, emailKey: string): Promise<PersonalData> {
  const records: HeldRecord[] = []
  for (const [table, held] of findable) {
    const entries = await entriesIn(db, table, held, emailKey)
    if (entries.length === 0) continue
    const { aim, basis } = purposes[held.purpose]
    const keptFor = held.endings.map(({ what, period, note }) =>
      [`${what}: ${periodWords(period)}.`, note ?? ''].join(' ').trim(),
    )
    records.push({ table, title: held.title, purpose: aim, legalBasis: basis, keptFor, entries })
  }
  return { email: emailKey, recipients: recipients(), records }
}

/** Who else sees data: the processors, and whoever reads our mailbox. */
export function recipients(): string[] {
  return [
    ...site.processors.map(({ name, country, purpose }) => `${name} (${country}): ${purpose}`),
    `${site.company.name} ${site.company.legalForm}: the mailbox that contact messages reach`,
  ]
}

export async function isAnythingHeld(db: Db, emailKey: string): Promise<boolean> {
  for (const [table, { person }] of findable) {
    // Only a trace that somebody asked: no reason to send the address a link.
    if (person !== 'email_key' || table === 'data_links') continue
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where ${rowsOf(person, [emailKey])} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

async function entriesIn(db: Db, table: string, held: Findable, emailKey: string) {
  const shown = Object.keys(held.columns).filter((column) => held.columns[column] !== null)
  const { rows } = await sql<Entry>`
    select ${sql.join(shown.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${rowsOf(held.person, [emailKey])} order by ${sql.ref(held.since)}, ${sql.ref(shown[0]!)}`.execute(
    db,
  )
  return rows
}
