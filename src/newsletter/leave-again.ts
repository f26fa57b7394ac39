import { keysetPages } from '#database/keyset-pages.ts'
import type { Db, Trx } from '#database/schema.ts'
import { unsubscribeWithin } from './unsubscribe.ts'

/**
 * After a backup was restored: whoever has left since leaves again, also who had not confirmed anew.
 * @param later the state that was left behind
 */
export async function leaveAgain(trx: Trx, later: Db) {
  const left = keysetPages<{ id: string; email_key: string; status: string; at: string }>(
    (last, pageSize) =>
      later
        .selectFrom('subscribers')
        .select(['id', 'email_key', 'status'])
        .select(({ fn }) => fn.coalesce('unsubscribed_at', 'asked_at').as('at'))
        .where('status', '!=', 'confirmed')
        .where('id', '>', last?.id ?? '')
        .orderBy('id')
        .limit(pageSize)
        .execute(),
  )
  for await (const { email_key, status, at } of left) {
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
