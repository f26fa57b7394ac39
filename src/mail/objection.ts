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

export async function keepObjection(db: Db, emailKey: string, now: Date) {
  await db
    .insertInto('objections')
    .values({ email_key: emailKey, objected_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute()
}

export async function liftObjection(db: Db, emailKey: string) {
  await db.deleteFrom('objections').where('email_key', '=', emailKey).execute()
}
