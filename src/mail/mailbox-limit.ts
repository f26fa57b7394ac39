import { randomUUIDv7 } from 'node:crypto'
import type { MailKind, Trx } from '#database/schema.ts'
import { canonicalAddress } from '#email-address.ts'
import { unconfirmedMailsPerDay } from '#personal-data.ts'
import type { MailDeclaration } from './mail-declaration.ts'
import { findStopping, suppressionsOf } from './suppressions.ts'

const dayMs = 24 * 3_600_000

/** Each has one mail a day of its own: messages in somebody's name must not keep them from signing up or from their data. */
const reservedKinds: MailKind[] = ['confirm-signup', 'my-data-link']

/**
 * Anybody can type anybody's address into a form, so a mailbox gets only a few such mails within 24 hours, over all
 * kinds and spellings. Some are reserved: see mayUseReserved. Call it in the transaction that queues the mail.
 * @returns false if the mailbox has reached its limit, or the person wants no such mail
 */
export async function takeFromMailboxLimit(
  trx: Trx,
  kind: Pick<MailDeclaration, 'name' | 'to' | 'ignores'>,
  emailKey: string,
  now: Date,
): Promise<boolean> {
  const mailbox = canonicalAddress(emailKey)
  const suppressions = (await suppressionsOf(trx, [emailKey])).get(emailKey)
  const ownWishes = suppressions?.filter((row) => row.inbox !== null)
  if (findStopping(ownWishes, kind, now)) return false
  const isReserved = reservedKinds.includes(kind.name) && (await mayUseReserved(trx, emailKey))
  const taken = await trx
    .selectFrom('mail_allowances')
    .select(['kind', 'is_reserved'])
    .where('inbox', '=', mailbox)
    .where('taken_at', '>', new Date(now.getTime() - dayMs).toISOString())
    .execute()
  const used = new Set(taken.filter((row) => row.is_reserved === 1).map((row) => row.kind))
  const keptForOthers = reservedKinds.filter(
    (reserved) => !used.has(reserved) && !(isReserved && reserved === kind.name),
  )
  if (taken.length + keptForOthers.length >= unconfirmedMailsPerDay) return false
  const row = {
    id: randomUUIDv7(),
    inbox: mailbox,
    kind: kind.name,
    is_reserved: Number(isReserved),
  }
  await trx
    .insertInto('mail_allowances')
    .values({ ...row, taken_at: now.toISOString() })
    .execute()
  return true
}

/** Anybody can make up a +tag and use up the mailbox's mail with it, so only one that was once confirmed may. */
async function mayUseReserved(trx: Trx, emailKey: string): Promise<boolean> {
  if (!emailKey.includes('+')) return true
  const confirmed = await trx
    .selectFrom('subscribers')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return confirmed !== undefined
}
