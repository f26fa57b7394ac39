import type { Db } from '#database/schema.ts'

// Times three columns it stays below what one statement may carry.
const mostAtOnce = 1000

/**
 * From now on no mail goes to these addresses.
 * @returns how many of them got mail before
 */
export async function suppress(
  db: Db,
  emailKeys: string[],
  reason: string,
  now: Date,
): Promise<number> {
  let added = 0
  for (let first = 0; first < emailKeys.length; first += mostAtOnce) {
    const created_at = now.toISOString()
    const some = emailKeys.slice(first, first + mostAtOnce)
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('suppressions')
      .values(some.map((email_key) => ({ email_key, reason, created_at })))
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .executeTakeFirstOrThrow()
    added += Number(numInsertedOrUpdatedRows)
  }
  return added
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
