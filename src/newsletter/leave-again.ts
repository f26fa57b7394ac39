import type { Db, Trx } from '#database/schema.ts'
import { unsubscribeWithin } from './unsubscribe.ts'

/**
 * After a backup was restored: whoever has left since leaves again, also who had not confirmed anew.
 * @param later the state that was left behind, by the same connection
 */
export async function leaveAgain(trx: Trx, later: Db) {
  const left = later
    .selectFrom('subscribers')
    .select(['email_key', 'status'])
    .select(({ fn }) => fn.coalesce('unsubscribed_at', 'asked_at').as('at'))
    .where('status', '!=', 'confirmed')
    .as('left')
  const isBack = await trx
    .selectFrom('subscribers')
    .innerJoin(left, 'left.email_key', 'subscribers.email_key')
    .select(['subscribers.id', 'left.at'])
    .where('subscribers.status', '!=', 'unsubscribed')
    .whereRef('subscribers.status', '!=', 'left.status')
    .execute()
  for (const { id, at } of isBack) await unsubscribeWithin(trx, id, new Date(at))
}
