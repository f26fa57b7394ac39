import { sql } from 'kysely'
import type { Db, Schema, Trx } from './schema.ts'

export type FunnelStep = Schema['funnel']['step']

/** Domains with few signups in 30 days count under this name, because they could identify a person. */
export const otherDomains = 'other'
const minSignups = 10
const periodMs = 30 * 86_400_000

/**
 * Adds one for each address to the day's count of a step. Call it last in a transaction: all transactions update the
 * same few rows, and lock them until they commit.
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

/** Called by a GET, so it may only count. */
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

/** Decided as of the time of the signup, so that all its steps count under the same name. */
async function countedDomain(trx: Trx, emailKey: string): Promise<string> {
  const domain = emailKey.slice(emailKey.lastIndexOf('@') + 1)
  const signup = await trx
    .selectFrom('subscribers')
    .select('asked_at')
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  if (!signup) return otherDomains
  const since = new Date(Date.parse(signup.asked_at) - periodMs).toISOString()
  const sameDomain = await trx
    .selectFrom('subscribers')
    .select('asked_at')
    .where(domainOfKey, '=', domain)
    .where('asked_at', '>', since)
    .where('asked_at', '<=', signup.asked_at)
    .limit(minSignups)
    .execute()
  return sameDomain.length < minSignups ? otherDomains : domain
}

/** Must be the expression of the index subscribers_by_domain, character by character, or the index isn't used. */
export const domainOfKey = sql<string>`substr(email_key, length(rtrim(email_key, 'abcdefghijklmnopqrstuvwxyz0123456789.-')) + 1)`
