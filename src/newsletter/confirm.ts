import type { Db } from '#database/schema.ts'
import { keepTexts, type ConsentTexts } from './consent.ts'

/**
 * Whoever changes a subscriber's life takes its row first, and only then looks at its consents: else
 * a link, a signup and an unsubscription of one moment act on what the others have just changed. Here an
 * update that changes nothing is the lock that both databases know.
 * @returns false when there is nothing left to confirm: forgotten, erased, or withdrawn since
 */
export async function confirm(db: Db, consentId: string, texts: ConsentTexts, now: Date) {
  return await db.transaction().execute(async (trx) => {
    const asking = trx.selectFrom('consents').select('subscriber_id').where('id', '=', consentId)
    const subscriber = await trx
      .updateTable('subscribers')
      .set((row) => ({ status: row.ref('status') }))
      .where('id', 'in', asking)
      .returning(['id', 'status'])
      .executeTakeFirst()
    if (subscriber?.status !== 'pending') return await canConfirm(trx, consentId)
    await keepTexts(trx, [texts.confirmation], now)
    const confirmedAt = { confirmed_at: now.toISOString() }
    const proof = { ...confirmedAt, confirm_hash: texts.confirmation.hash }
    const proven = trx.updateTable('consents').set(proof).where('id', '=', consentId)
    const standing = await proven.where('withdrawn_at', 'is', null).returning('id').execute()
    // What has grown too old is forgotten without a look at its subscriber.
    if (standing.length === 0) return false
    await trx
      .updateTable('subscribers')
      .set({ status: 'confirmed', ...confirmedAt, unsubscribed_at: null })
      .where('id', '=', subscriber.id)
      .execute()
    return true
  })
}

/** True for what is confirmed already, too: a second press of the button is no mistake. */
export async function canConfirm(db: Db, consentId: string): Promise<boolean> {
  const open = await db
    .selectFrom('consents')
    .select('id')
    .where('id', '=', consentId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}
