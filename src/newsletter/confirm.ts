import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** @returns false when there is nothing left to confirm: forgotten, erased, or withdrawn since */
export async function confirm(db: Kysely<Schema>, consentId: string, now: Date): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const confirmed = await trx
      .updateTable('subscribers')
      .set({ status: 'confirmed', confirmed_at: now.toISOString() })
      .where('status', '=', 'pending')
      .where('id', 'in', (query) =>
        query
          .selectFrom('consents')
          .select('subscriber_id')
          .where('id', '=', consentId)
          .where('withdrawn_at', 'is', null),
      )
      .returning('id')
      .executeTakeFirst()
    if (!confirmed) return await canConfirm(trx, consentId)
    await trx
      .updateTable('consents')
      .set({ confirmed_at: now.toISOString() })
      .where('id', '=', consentId)
      .execute()
    return true
  })
}

/** True for what is confirmed already, too: a second press of the button is no mistake. */
export async function canConfirm(db: Kysely<Schema>, consentId: string): Promise<boolean> {
  const open = await db
    .selectFrom('consents')
    .innerJoin('subscribers', 'subscribers.id', 'consents.subscriber_id')
    .select('consents.id')
    .where('consents.id', '=', consentId)
    .where('consents.withdrawn_at', 'is', null)
    .where('subscribers.status', '!=', 'unsubscribed')
    .executeTakeFirst()
  return open !== undefined
}
