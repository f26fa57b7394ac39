import type { Db, Trx } from '#database/schema.ts'
import { unsubscribeWithin } from './unsubscribe.ts'

/**
 * After a backup was restored: whoever has left since leaves again, also who had not confirmed anew.
 * @param later the state that was left behind, an SQLite file
 */
export async function leaveAgain(trx: Trx, later: Db) {
  const left = later
    .selectFrom('subscribers')
    .select(['email_key', 'status'])
    .select(({ fn }) => fn.coalesce('unsubscribed_at', 'asked_at').as('at'))
    .where('status', '!=', 'confirmed')
  for await (const { email_key, status, at } of left.stream()) {
    const restored = await trx
      .selectFrom('subscribers')
      .select(['id', 'status'])
      .where('email_key', '=', email_key)
      .where('status', '!=', 'unsubscribed')
      .executeTakeFirst()
    if (restored && restored.status !== status) {
      await unsubscribeWithin(trx, restored.id, new Date(at))
    }
  }
}
