import type { Db } from '#database/schema.ts'

export async function findSubscriber(db: Db, emailKey: string) {
  return await db
    .selectFrom('subscribers')
    .selectAll()
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

/** With its consents. What else is held about the address stays. */
export async function removeSubscriber(db: Db, id: string) {
  await db.deleteFrom('subscribers').where('id', '=', id).execute()
}
