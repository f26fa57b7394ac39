import { sql } from 'kysely'
import type { Db, Instant, Schema, Trx } from '#database/schema.ts'

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
  const domains = await countedDomains(trx, emailKeys)
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

/** Decided as of the time of each signup, so that all its steps count under the same name. */
async function countedDomains(trx: Trx, emailKeys: string[]): Promise<string[]> {
  const signups = await trx
    .selectFrom('subscribers')
    .select(['email_key', 'asked_at'])
    .where('email_key', 'in', emailKeys)
    .execute()
  const askedAt = new Map(signups.map(({ email_key, asked_at }) => [email_key, asked_at]))
  const counted: string[] = []
  for (const [domain, keys] of Map.groupBy(emailKeys, domainIn)) {
    const times = keys.map((key) => askedAt.get(key)).filter((at) => at !== undefined)
    const near = await signupTimes(trx, domain, times)
    for (const key of keys) counted.push(isCommon(askedAt.get(key), near) ? domain : otherDomains)
  }
  return counted
}

const domainIn = (emailKey: string) => emailKey.slice(emailKey.lastIndexOf('@') + 1)

/** When the newest signups of a domain were, up to the last of these: enough of them to decide about each. */
async function signupTimes(trx: Trx, domain: string, times: Instant[]): Promise<Instant[]> {
  if (times.length === 0) return []
  const newest = await trx
    .selectFrom('subscribers')
    .select('asked_at')
    .where(domainOfKey, '=', domain)
    .where('asked_at', '<=', times.toSorted().at(-1)!)
    .orderBy('asked_at', 'desc')
    .limit(minSignups + times.length)
    .execute()
  return newest.map(({ asked_at }) => asked_at)
}

function isCommon(askedAt: Instant | undefined, near: Instant[]): boolean {
  if (askedAt === undefined) return false
  const since = new Date(Date.parse(askedAt) - periodMs).toISOString()
  return near.filter((at) => at > since && at <= askedAt).length >= minSignups
}

/** Must be the expression of the index subscribers_by_domain, character by character, or the index isn't used. */
export const domainOfKey = sql<string>`substr(email_key, length(rtrim(email_key, 'abcdefghijklmnopqrstuvwxyz0123456789.-')) + 1)`
