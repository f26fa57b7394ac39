import type { Db, Trx } from '#database/schema.ts'
import type { Language } from '#language.ts'
import { countStep } from '#mail/funnel-steps.ts'

/** The page whose button was pressed. Its language is kept: a later signup by a stranger may have had another. */
export interface ConfirmedPage {
  language: Language
  /** Of the text beside the button. */
  textHash: string
}

/**
 * Locks the subscriber's row first, by an update that changes nothing, and then looks at its consents: otherwise a
 * link, a signup and an unsubscription at the same moment would act on stale rows.
 * @param followUp runs in the same transaction
 * @returns false if the signup was deleted or withdrawn
 */
export async function confirm(
  db: Db,
  consentId: string,
  { language, textHash }: ConfirmedPage,
  now: Date,
  followUp?: (trx: Trx, confirmed: { id: string; isFirst: boolean }) => Promise<void>,
) {
  return await db.transaction().execute(async (trx) => {
    const asking = trx.selectFrom('consents').select('subscriber_id').where('id', '=', consentId)
    const subscriber = await trx
      .updateTable('subscribers')
      .set((row) => ({ status: row.ref('status') }))
      .where('id', 'in', asking)
      .returning(['id', 'email_key', 'status', 'confirmed_at'])
      .executeTakeFirst()
    if (subscriber?.status !== 'pending') return await canConfirm(trx, consentId)
    const confirmedAt = { confirmed_at: now.toISOString() }
    const { numUpdatedRows } = await trx
      .updateTable('consents')
      .set({ ...confirmedAt, confirm_hash: textHash })
      .where('id', '=', consentId)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    await trx
      .updateTable('subscribers')
      .set({ status: 'confirmed', language, ...confirmedAt, unsubscribed_at: null })
      .where('id', '=', subscriber.id)
      .execute()
    await followUp?.(trx, { id: subscriber.id, isFirst: subscriber.confirmed_at === null })
    await countStep(trx, 'confirmed', [subscriber.email_key], now)
    return true
  })
}

/** Also true if it is already confirmed: pressing the button twice is not an error. */
export async function canConfirm(db: Db, consentId: string): Promise<boolean> {
  const open = await db
    .selectFrom('consents')
    .select('id')
    .where('id', '=', consentId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}
