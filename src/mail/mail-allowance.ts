import { randomUUIDv7 } from 'node:crypto'
import type { MailKind, Trx } from '#database/schema.ts'
import { canonicalAddress } from '#email-address.ts'
import { lifetimes } from '#lifetimes.ts'

const dayMs = 24 * 3_600_000

/**
 * Anybody can type anybody's address into a form, so an inbox gets only a few such mails within 24 hours, over all
 * kinds and spellings. One of them is reserved for the confirmation to the plain address: otherwise messages in
 * somebody's name would keep them from signing up. Call it in the transaction that queues the mail.
 * @returns false if the inbox has used up its allowance
 */
export async function takeMailAllowance(
  trx: Trx,
  kind: MailKind,
  emailKey: string,
  now: Date,
): Promise<boolean> {
  const inbox = canonicalAddress(emailKey)
  const isReserved = kind === 'confirm-signup' && !emailKey.includes('+') ? 1 : 0
  const taken = await trx
    .selectFrom('mail_allowances')
    .select('is_reserved')
    .where('inbox', '=', inbox)
    .where('taken_at', '>', new Date(now.getTime() - dayMs).toISOString())
    .execute()
  const others = taken.filter(({ is_reserved }) => is_reserved === 0).length
  const max = lifetimes.unconfirmedMailsPerDay
  if (taken.length >= max || (isReserved === 0 && others >= max - 1)) return false
  const row = { id: randomUUIDv7(), inbox, kind, is_reserved: isReserved }
  await trx
    .insertInto('mail_allowances')
    .values({ ...row, taken_at: now.toISOString() })
    .execute()
  return true
}
