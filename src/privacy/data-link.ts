import { randomUUIDv7 } from 'node:crypto'
import type { Db, Trx } from '#database/schema.ts'
import { takeMailAllowances } from '#mail/mail-allowance.ts'
import { queueMails } from '#mail/queue-mail.ts'
import { readToken, type Keys } from '#signed-token.ts'
import { isAnythingHeld } from './collect-personal-data.ts'
import type { EmailAddress } from '#email-address.ts'
import { lifetimes } from '#lifetimes.ts'

/** Mails a link to the address, if anything is held about it. Whoever asks is not told. */
export async function sendDataLink(trx: Trx, address: EmailAddress, now: Date) {
  if (!(await isAnythingHeld(trx, address.key))) return
  const most = lifetimes.dataLinksPerDay
  const mayWrite = await takeMailAllowances(trx, 'my-data-link', [address.key], most, now)
  if (mayWrite.size === 0) return
  const id = randomUUIDv7()
  await trx
    .insertInto('data_links')
    .values({ id, email_key: address.key, asked_at: now.toISOString() })
    .execute()
  await queueMails(trx, [{ kind: 'my-data-link', aboutId: id }], now)
}

/** @returns the address that the link is about, while it is known, and whether the link is one of ours */
export async function readDataLink(
  db: Db,
  keys: Keys,
  token: string,
  now: Date,
): Promise<{ isGood: boolean; emailKey?: string | undefined }> {
  const id = readToken(keys, 'my-data', token, now)
  if (id === undefined) return { isGood: false }
  const link = await db
    .selectFrom('data_links')
    .select('email_key')
    .where('id', '=', id)
    .executeTakeFirst()
  return { isGood: true, emailKey: link?.email_key }
}
