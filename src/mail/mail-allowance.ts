import { inboxKeys } from '#email-address.ts'
import type { MailKind, Trx } from '#database/schema.ts'

const dayMs = 24 * 3_600_000

/**
 * Anybody can type anybody's address into a form, so an inbox gets only a few mails of a kind within 24 hours.
 * Call it in the transaction that queues the mail.
 * @returns false if the inbox has had its share
 */
export async function takeMailAllowance(
  trx: Trx,
  kind: MailKind,
  emailKey: string,
  maxPerDay: number,
  now: Date,
): Promise<boolean> {
  const inbox = inboxKeys(emailKey).own
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  const taken = await trx
    .selectFrom('mail_allowances')
    .select('place')
    .where('email_key', '=', inbox)
    .where('kind', '=', kind)
    .where('taken_at', '>', dayAgo)
    .execute()
  const places = Array.from({ length: maxPerDay }, (_, place) => place)
  const place = places.find((one) => !taken.some((row) => row.place === one))
  if (place === undefined) return false
  const taken_at = now.toISOString()
  await trx
    .insertInto('mail_allowances')
    .values({ kind, email_key: inbox, place, taken_at })
    .onConflict((conflict) =>
      conflict.columns(['email_key', 'kind', 'place']).doUpdateSet({ taken_at }),
    )
    .execute()
  return true
}
