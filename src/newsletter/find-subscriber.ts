import type { Db, Trx } from '#database/schema.ts'

export async function findSubscriber(db: Db, emailKey: string) {
  return await db
    .selectFrom('subscribers')
    .selectAll()
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

/**
 * Whoever changes a subscriber's life takes its row first, and only then looks at its consents: else
 * a link, a signup and an unsubscription of one moment act on what the others have just changed. An
 * update that changes nothing is the lock that both databases know; a signup's upsert is one too.
 */
export async function lockSubscriber(trx: Trx, id: string) {
  return await trx
    .updateTable('subscribers')
    .set((row) => ({ status: row.ref('status') }))
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirst()
}

/** With its consents. What else is held about the address stays. */
export async function removeSubscriber(db: Db, id: string) {
  await db.deleteFrom('subscribers').where('id', '=', id).execute()
}
