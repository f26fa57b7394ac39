import { sql } from 'kysely'
import type { Db } from '#database/schema.ts'
import { domainOfKey } from '#mail/funnel-steps.ts'
import { findStopping, suppressionsOf } from '#mail/suppressions.ts'
import { letterKind } from '#letters/letter-mail.tsx'

/** Adds the cause for which a subscriber gets no letters, as the mail worker decides it. */
export async function addNoMail<Row extends { email: string }>(db: Db, rows: Row[], now: Date) {
  const keyOf = ({ email }: Row) => email.toLowerCase()
  const suppressions = await suppressionsOf(db, rows.map(keyOf))
  return rows.map((row) => {
    const stopping = findStopping(suppressions.get(keyOf(row)), letterKind, now)
    return { ...row, noMail: stopping?.cause ?? null }
  })
}

const batchSize = 1000

/** Confirmed subscribers who get no letters. */
export async function countSuppressed(db: Db, now: Date): Promise<number> {
  const candidates = await findCandidates(db)
  let suppressed = 0
  for (let first = 0; first < candidates.length; first += batchSize) {
    const batch = await addNoMail(db, candidates.slice(first, first + batchSize), now)
    suppressed += batch.filter(({ noMail }) => noMail !== null).length
  }
  return suppressed
}

/** Those with a suppression of their own, or of somebody in their domain that holds for all spellings. */
async function findCandidates(db: Db): Promise<{ email: string }[]> {
  const own = db.selectFrom('suppressions').select('email_key')
  const { rows } = await sql<{ domain: string }>`select distinct ${domainOfKey} as domain
    from (select inbox as email_key from suppressions where inbox is not null) as wishes`.execute(
    db,
  )
  const domains = rows.map(({ domain }) => domain)
  return await db
    .selectFrom('subscribers')
    .select('email')
    .where('status', '=', 'confirmed')
    .where((row) =>
      row.or([
        row('email_key', 'in', own),
        // Google's other name: see canonicalAddress.
        row(domainOfKey, 'in', [...domains, 'googlemail.com']),
      ]),
    )
    .execute()
}
