import type { SortKey } from '#database/read-pages.ts'
import type { Db, Schema, SuppressionCause } from '#database/schema.ts'

type Suppression = Pick<Schema['suppressions'], 'cause' | 'reason'>

// Four values per row: stays below the limit of parameters per statement.
const maxBatchSize = 1000

/**
 * Stops mail to these addresses.
 * @returns how many were not suppressed for this cause before
 */
export async function suppress(
  db: Db,
  emailKeys: string[],
  { cause, reason }: Suppression,
  now: Date,
): Promise<number> {
  let added = 0
  for (let first = 0; first < emailKeys.length; first += maxBatchSize) {
    const created_at = now.toISOString()
    const batch = emailKeys.slice(first, first + maxBatchSize)
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('suppressions')
      .values(batch.map((email_key) => ({ email_key, cause, reason, created_at })))
      .onConflict((conflict) => conflict.columns(['email_key', 'cause']).doNothing())
      .executeTakeFirstOrThrow()
    added += Number(numInsertedOrUpdatedRows)
  }
  return added
}

/**
 * Lifts all but "No more email", which only the person can switch off, on the data page.
 * @returns whether there was one
 */
export async function liftSuppression(
  db: Db,
  emailKey: string,
  causes: SuppressionCause[] = ['bounce', 'owner', 'not-me'],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressions')
    .where('email_key', '=', emailKey)
    .where('cause', 'in', causes)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function suppressionsOf(db: Db, emailKeys: string[]) {
  if (emailKeys.length === 0) return new Map<string, Suppression[]>()
  const rows = await db
    .selectFrom('suppressions')
    .select(['email_key', 'cause', 'reason'])
    .where('email_key', 'in', emailKeys)
    .execute()
  return Map.groupBy(rows, ({ email_key }) => email_key)
}

/** For readScreen. */
export const suppressionKey: SortKey<{ email: string; cause: string }> = {
  columns: ['email_key', 'cause'],
  valuesOf: ({ email, cause }) => [email, cause],
  isAscending: true,
}

/** In alphabetical order. */
export function listSuppressions(db: Db) {
  return db
    .selectFrom('suppressions')
    .select(['email_key as email', 'cause', 'reason', 'created_at as since'])
    .orderBy('email_key')
    .orderBy('cause')
}
