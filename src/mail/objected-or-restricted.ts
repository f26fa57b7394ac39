import type { Db } from '#database/schema.ts'

/** Whoever objected, or had the use of their data restricted, until they say otherwise on their data page. */
export async function objectedOrRestricted(db: Db, emailKeys: string[]): Promise<Set<string>> {
  if (emailKeys.length === 0) return new Set()
  const refusals = await db
    .selectFrom('objections')
    .select('email_key')
    .where('email_key', 'in', emailKeys)
    .unionAll(db.selectFrom('restrictions').select('email_key').where('email_key', 'in', emailKeys))
    .execute()
  return new Set(refusals.map(({ email_key }) => email_key))
}
