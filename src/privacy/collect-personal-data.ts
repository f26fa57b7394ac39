import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { site } from '#content/content.ts'
import { retentionOf } from '#content/periods.ts'
import { processorsIn } from '#content/processors.ts'
import type { Db } from '#database/schema.ts'
import type { Language, Words } from '#language.ts'
import { personalDataTexts, purposes } from '#personal-data-texts.ts'
import { personalData } from '#personal-data.ts'
import { rowsOfAddress } from './rows-of-address.ts'

export type PersonalData = Awaited<ReturnType<typeof collectPersonalData>>

type Entry = Record<string, string | number | null>

/**
 * Everything the database holds about an address, explained in a language.
 * @param maxEntries per table: the newest
 */
export async function collectPersonalData(
  db: Db,
  emailKey: string,
  language: Language,
  maxEntries = Infinity,
) {
  const records = []
  for await (const found of findRecords(db, emailKey, language, maxEntries)) {
    const { record, entries, total } = found
    records.push({ ...record, entries: (await Array.fromAsync(entries)).flat(), total })
  }
  return { email: emailKey, recipients: recipients(language), records }
}

/** The same as a stream of JSON: there may be thousands of messages, too many to hold in memory. */
export async function* personalDataJson(
  db: Db,
  emailKey: string,
  language: Language,
): AsyncGenerator<string> {
  yield `${unclosedJson({ email: emailKey, recipients: recipients(language) })},\n"records": [`
  let separator = ''
  for await (const { record, entries } of findRecords(db, emailKey, language)) {
    yield `${separator}\n${unclosedJson(record)}, "entries": [`
    separator = ''
    for await (const batch of entries) {
      const lines = batch.map((entry) => `\n  ${JSON.stringify(entry)}`)
      yield `${separator}${lines.join(',')}`
      separator = ','
    }
    yield ']}'
    separator = ','
  }
  yield ']}\n'
}

function unclosedJson(value: object): string {
  return JSON.stringify(value).slice(0, -1)
}

const batchSize = 64

let lastBatch: Promise<unknown> = Promise.resolve()

/** One batch per turn of the event loop, over all downloads: no page may wait for somebody's thousands of messages. */
function inTurn<T>(read: () => Promise<T>): Promise<T> {
  const batch = lastBatch.then(() => yieldToEventLoop()).then(read)
  lastBatch = batch.catch(() => {})
  return batch
}

async function* findRecords(db: Db, emailKey: string, language: Language, maxEntries = Infinity) {
  for (const [table, held] of Object.entries(personalData)) {
    const { foundBy, columns, since } = held
    if (foundBy === 'nothing') continue
    const { title, columns: labels } = personalDataTexts[table]!
    const shown = columns.filter((column) => column in labels)
    const read = async (names: string[], condition: RawBuilder<unknown>, max = Infinity) => {
      // The newest first, for the limit, and then in the order of time.
      const { rows } = await sql<Entry>`
        select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)}
        where ${condition} order by ${sql.ref(since)} desc, ${sql.ref(names[0]!)} desc
        ${max === Infinity ? sql`` : sql`limit ${sql.lit(max)}`}`.execute(db)
      return rows.toReversed()
    }
    // Tables without an id have few rows for one address.
    const hasId = columns.includes('id')
    const all = await read(hasId ? ['id'] : shown, rowsOfAddress(foundBy, emailKey), maxEntries + 1)
    if (all.length === 0) continue
    const newest = all.slice(-maxEntries)
    const readEntries = async function* (): AsyncGenerator<Entry[]> {
      if (!hasId) return yield newest
      for (let start = 0; start < newest.length; start += batchSize) {
        const ids = newest.slice(start, start + batchSize).map(({ id }) => id)
        const readBatch = () => read(shown, sql`id in (${sql.join(ids)})`)
        yield newest.length > batchSize ? await inTurn(readBatch) : await readBatch()
      }
    }
    const { aim, basis } = purposes[held.purpose]
    const keptFor = retentionOf(language, table).map(({ what, period, note = '' }) =>
      `${what}: ${period}. ${note}`.trim(),
    )
    const reason = { purpose: aim[language], legalBasis: basis[language], keptFor }
    const record = { table, title: title[language], ...reason }
    yield { record, entries: readEntries(), total: all.length }
  }
}

const words = {
  en: { mailbox: 'runs this website and the mailbox that contact messages reach' },
  it: { mailbox: 'gestisce questo sito e la casella di posta che riceve i messaggi di contatto' },
} satisfies Words

/** Everybody else with access to personal data. */
function recipients(language: Language): string[] {
  return [
    ...processorsIn(language).map(
      ({ name, country, purpose }) => `${name} (${country}): ${purpose}`,
    ),
    `${site.company.name} ${site.company.legalForm}: ${words[language].mailbox}`,
  ]
}

/** Requests for a link alone don't count: the address would get a link for having asked for one. */
export async function isAnythingHeld(db: Db, emailKey: string): Promise<boolean> {
  for (const [table, { foundBy, columns }] of Object.entries(personalData)) {
    if (!columns.includes('email_key') || table === 'data_links') continue
    const isRequest = table === 'submissions' ? sql`kind = 'my-data'` : sql`false`
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where ${rowsOfAddress(foundBy, emailKey)} and not (${isRequest}) limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}
