import { sql } from 'kysely'
import type { Db, Schema, Trx } from './schema.ts'

export type FunnelStep = Schema['funnel']['step']

/** Domains with fewer signups in 30 days count under this name: they could tell who it was. */
export const otherDomains = 'other'
const minSignups = 10
const periodMs = 30 * 86_400_000

/**
 * Adds one for each address to the day's sum of a step. Call it last in a transaction: its rows are locked until the
 * commit, and everybody counts on the same few.
 */
export async function countStep(trx: Trx, step: FunnelStep, emailKeys: string[], now: Date) {
  if (emailKeys.length === 0) return
  const day = now.toISOString().slice(0, 10)
  const domains = []
  for (const emailKey of emailKeys) domains.push(await countedDomain(trx, emailKey))
  // Sorted, so that two transactions lock the rows in the same order.
  const rows = Array.from(
    Map.groupBy(domains.toSorted(), (domain) => domain),
    ([domain, { length: count }]) => ({ day, domain, step, count }),
  )
  await trx
    .insertInto('funnel')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'domain', 'step'])
        .doUpdateSet({ count: sql`funnel.count + excluded.count` }),
    )
    .execute()
}

/** A GET causes this one: it counts, and changes nothing about the signup. */
export async function countOpened(db: Db, consentId: string, now: Date) {
  await db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom('consents')
      .innerJoin('subscribers', 'subscribers.id', 'consents.subscriber_id')
      .select('subscribers.email_key')
      .where('consents.id', '=', consentId)
      .where('consents.confirmed_at', 'is', null)
      .execute()
    const emailKeys = open.map(({ email_key }) => email_key)
    await countStep(trx, 'opened', emailKeys, now)
  })
}

/** As of the time of the signup, so that all steps of one signup count under the same name. */
async function countedDomain(trx: Trx, emailKey: string): Promise<string> {
  const domain = emailKey.slice(emailKey.lastIndexOf('@') + 1)
  const signup = await trx
    .selectFrom('subscribers')
    .select('asked_at')
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  if (!signup) return otherDomains
  const since = new Date(Date.parse(signup.asked_at) - periodMs).toISOString()
  const alike = await trx
    .selectFrom('subscribers')
    .select('asked_at')
    .where(domainOfKey, '=', domain)
    .where('asked_at', '>', since)
    .where('asked_at', '<=', signup.asked_at)
    .limit(minSignups)
    .execute()
  return alike.length < minSignups ? otherDomains : domain
}

/** The expression of the index subscribers_by_domain, to the letter: otherwise it is not used. */
export const domainOfKey = sql<string>`substr(email_key, length(rtrim(email_key, 'abcdefghijklmnopqrstuvwxyz0123456789.-')) + 1)`
