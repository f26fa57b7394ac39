import { sql } from 'kysely'
import type { Db, Trx } from '#database/schema.ts'
import { startsWith } from '#database/read-rows.ts'
import { canonicalAddress } from '#email-address.ts'
import { suppress, suppressionsOf } from '#mail/suppressions.ts'
import { storedReasons } from '#stored-reasons.ts'

/**
 * Ends the subscription and its open confirmation requests. Idempotent.
 * @returns false if the subscriber was deleted
 */
export async function unsubscribe(db: Db, subscriberId: string, now: Date): Promise<boolean> {
  return await db.transaction().execute((trx) => unsubscribeWithin(trx, subscriberId, now))
}

export async function unsubscribeWithin(trx: Trx, subscriberId: string, now: Date) {
  const at = now.toISOString()
  const ended = await trx
    .updateTable('subscribers')
    // An earlier end stays: somebody else may have signed the address up again since.
    .set({ status: 'unsubscribed', unsubscribed_at: sql`coalesce(unsubscribed_at, ${at})` })
    .where('id', '=', subscriberId)
    .returning('id')
    .execute()
  // An old confirmation link must not confirm a later signup.
  await trx
    .updateTable('consents')
    .set({ withdrawn_at: at })
    .where('subscriber_id', '=', subscriberId)
    .where('withdrawn_at', 'is', null)
    .execute()
  return ended.length > 0
}

/** Several mails of one day, and a button that is pressed twice, are one objection. */
const repeatedAfterMs = 24 * 3_600_000

/**
 * Ends the signup, and stops confirmation mail to its mailbox for a while, no matter who enters it again. If they have to
 * say it again, it stops all email for good, like "No more email" on the data page.
 * @returns whether the signup was there
 */
export async function reportNotMe(db: Db, subscriberId: string, now: Date): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await unsubscribeWithin(trx, subscriberId, now))) return false
    const { email_key } = await trx
      .selectFrom('subscribers')
      .select('email_key')
      .where('id', '=', subscriberId)
      .executeTakeFirstOrThrow()
    const earlier = (await suppressionsOf(trx, [email_key])).get(email_key) ?? []
    const repeatedAt = new Date(now.getTime() - repeatedAfterMs).toISOString()
    if (earlier.some((row) => row.cause === 'not-me' && row.created_at <= repeatedAt)) {
      await stopAllMail(trx, email_key, storedReasons.notMeAgain, now)
    } else {
      const report = { cause: 'not-me', reason: storedReasons.notMe } as const
      await suppress(trx, [email_key], report, now)
    }
    return true
  })
}

/** A person's own wish: for every spelling of their mailbox, it ends the subscription and stops mail. */
export async function stopAllMail(trx: Trx, emailKey: string, reason: string, now: Date) {
  for (const id of await subscribersOfMailbox(trx, emailKey)) await unsubscribeWithin(trx, id, now)
  await suppress(trx, [emailKey], { cause: 'person', reason }, now)
}

async function subscribersOfMailbox(trx: Trx, emailKey: string): Promise<string[]> {
  const mailbox = canonicalAddress(emailKey)
  // Google ignores dots, so only the first character is certain.
  const start = mailbox.endsWith('@gmail.com')
    ? mailbox[0]!
    : mailbox.slice(0, mailbox.lastIndexOf('@'))
  const found = await trx
    .selectFrom('subscribers')
    .select(['id', 'email_key'])
    .where(startsWith(trx, 'email_key', start))
    .execute()
  return found.filter((row) => canonicalAddress(row.email_key) === mailbox).map(({ id }) => id)
}
