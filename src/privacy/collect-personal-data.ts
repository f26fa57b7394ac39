import { sql } from 'kysely'
import { site } from '#content/content.ts'
import { periodWords } from '#content/periods.ts'
import type { Db } from '#database/schema.ts'
import { personalData, purposes } from '#personal-data.ts'
import { rowsOf } from './rows-of.ts'

export type PersonalData = Awaited<ReturnType<typeof collectPersonalData>>

/** A row, by column. */
export type Entry = Record<string, string | number | null>

/** All that the site's database holds about one address, as its owner sees and downloads it. */
export async function collectPersonalData(db: Db, emailKey: string) {
  const records = []
  for (const [table, held] of Object.entries(personalData)) {
    const { person, columns, since, title, endings } = held
    if (person === 'hash') continue
    const shown = Object.keys(columns).filter((column) => columns[column] !== null)
    const { rows: entries } = await sql<Entry>`
      select ${sql.join(shown.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where ${rowsOf(person, [emailKey])}
      order by ${sql.ref(since)}, ${sql.ref(shown[0]!)}`.execute(db)
    if (entries.length === 0) continue
    const { aim, basis } = purposes[held.purpose]
    const keptFor = endings.map(({ what, period, note = '' }) =>
      `${what}: ${periodWords(period)}. ${note}`.trim(),
    )
    records.push({ table, title, purpose: aim, legalBasis: basis, keptFor, entries })
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
  for (const [table, { person }] of Object.entries(personalData)) {
    // Only a trace that somebody asked: no reason to send the address a link.
    if (person !== 'email_key' || table === 'data_links') continue
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where ${rowsOf(person, [emailKey])} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}
