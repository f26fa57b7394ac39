import type { Db, Schema } from '#database/schema.ts'

type Suppression = Pick<Schema['suppressions'], 'cause' | 'reason'>

/** One statement takes a limited number of parameters. */
const maxBatch = 1000

/**
 * From now on no mail goes to these addresses.
 * @returns how many were not suppressed before
 */
export async function suppress(
  db: Db,
  emailKeys: string[],
  suppression: Suppression,
  now: Date,
): Promise<number> {
  const created_at = now.toISOString()
  let added = 0
  for (let first = 0; first < emailKeys.length; first += maxBatch) {
    const batch = emailKeys.slice(first, first + maxBatch)
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('suppressions')
      .values(batch.map((email_key) => ({ email_key, ...suppression, created_at })))
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .executeTakeFirstOrThrow()
    added += Number(numInsertedOrUpdatedRows)
  }
  return added
}

/** @returns whether there was one */
export async function liftSuppression(
  db: Db,
  emailKey: string,
  cause?: Suppression['cause'],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressions')
    .where('email_key', '=', emailKey)
    .$if(cause !== undefined, (query) => query.where('cause', '=', cause!))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function suppressionsOf(db: Db, emailKeys: string[]): Promise<Map<string, Suppression>> {
  if (emailKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('suppressions')
    .select(['email_key', 'cause', 'reason'])
    .where('email_key', 'in', emailKeys)
    .execute()
  return new Map(rows.map((row) => [row.email_key, row]))
}

/** In alphabetical order. */
export function listSuppressions(db: Db) {
  return db
    .selectFrom('suppressions')
    .select(['email_key as email', 'cause', 'reason', 'created_at as since'])
    .orderBy('email_key')
}
