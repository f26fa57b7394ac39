import type { Db } from '#database/schema.ts'

/** From now on the address is only kept: no letter goes to it, and nothing about it is forgotten. */
export async function restrict(db: Db, emailKey: string, now: Date) {
  await db
    .insertInto('restrictions')
    .values({ email_key: emailKey, restricted_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute()
}

/** @returns whether there was one */
export async function liftRestriction(db: Db, emailKey: string): Promise<boolean> {
  const deleting = db.deleteFrom('restrictions').where('email_key', '=', emailKey)
  const { numDeletedRows } = await deleting.executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function isRestricted(db: Db, emailKey: string): Promise<boolean> {
  const found = db.selectFrom('restrictions').select('email_key').where('email_key', '=', emailKey)
  return (await found.executeTakeFirst()) !== undefined
}
