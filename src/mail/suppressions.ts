import type { Db } from '#database/schema.ts'

/** From now on no mail goes to this address. */
export async function suppress(
  db: Db,
  emailKey: string,
  reason: string,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('suppressions')
    .values({ email_key: emailKey, reason, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** @returns whether it was there */
export async function liftSuppression(db: Db, emailKey: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressions')
    .where('email_key', '=', emailKey)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The reasons, by address. */
export async function suppressionsOf(db: Db, emailKeys: string[]): Promise<Map<string, string>> {
  if (emailKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('suppressions')
    .select(['email_key', 'reason'])
    .where('email_key', 'in', emailKeys)
    .execute()
  return new Map(rows.map(({ email_key, reason }) => [email_key, reason]))
}

/** In the order of the alphabet. */
export function listSuppressions(db: Db) {
  return db
    .selectFrom('suppressions')
    .select(['email_key as email', 'reason', 'created_at as since'])
    .orderBy('email_key')
}
