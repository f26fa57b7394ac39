import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

export async function findSubscriber(db: Kysely<Schema>, emailKey: string) {
  return await db
    .selectFrom('subscribers')
    .select(['id', 'email', 'status'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

/** With its consents. What else is held about the address stays. */
export async function removeSubscriber(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom('subscribers').where('id', '=', id).execute()
}
