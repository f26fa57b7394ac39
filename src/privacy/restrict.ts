import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** From now on the address is only kept: no letter goes to it, and nothing about it is forgotten. */
export async function restrict(db: Kysely<Schema>, emailKey: string, now: Date): Promise<void> {
  await db
    .insertInto('restrictions')
    .values({ email_key: emailKey, restricted_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute()
}

export async function liftRestriction(db: Kysely<Schema>, emailKey: string): Promise<void> {
  await db.deleteFrom('restrictions').where('email_key', '=', emailKey).execute()
}

export async function whoIsRestricted(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('restrictions').select('email_key').execute()
  return rows.map(({ email_key }) => email_key)
}
