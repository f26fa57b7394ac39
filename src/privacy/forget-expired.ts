import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { retention } from './retention.ts'

/** Forgets whatever has been kept for as long as the privacy page says. Runs once a day. */
export async function forgetExpired(db: Kysely<Schema>, now: Date): Promise<void> {
  const pendingSince = daysBefore(now, retention.pendingSignupDays)
  await db
    .deleteFrom('subscribers')
    .where('status', '=', 'pending')
    .where('asked_at', '<', pendingSince)
    .execute()
  // Askings that were never answered, of people who answered another one.
  await db
    .deleteFrom('consents')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', pendingSince)
    .execute()
  await db
    .deleteFrom('messages')
    .where('received_at', '<', monthsBefore(now, retention.contactMessageMonths))
    .execute()
  await db
    .deleteFrom('quarantine')
    .where('received_at', '<', daysBefore(now, retention.quarantineDays))
    .execute()
  await db
    .deleteFrom('erasures')
    .where('erased_at', '<', daysBefore(now, retention.erasureHashDays))
    .execute()
  await db
    .deleteFrom('data_links')
    .where('asked_at', '<', minutesBefore(now, retention.dataLinkMinutes))
    .execute()
  await db.deleteFrom('mail_allowances').where('taken_at', '<', daysBefore(now, 1)).execute()
  await forgetSentMail(db, daysBefore(now, retention.sentMailDays))
}

/** That a mail was sent stays known; to whom and what it said does not. */
async function forgetSentMail(db: Kysely<Schema>, before: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      to_email: null,
      email_key: null,
      subject: null,
      html: null,
      text: null,
      reply_to: null,
      list_unsubscribe: null,
      last_error: null,
    })
    .where('to_email', 'is not', null)
    .where((row) =>
      row.or([
        row('sent_at', '<', before),
        row.and([row('status', 'in', ['failed', 'suppressed']), row('created_at', '<', before)]),
      ]),
    )
    .execute()
}

function minutesBefore(now: Date, minutes: number): string {
  return new Date(now.getTime() - minutes * 60_000).toISOString()
}

function daysBefore(now: Date, days: number): string {
  return minutesBefore(now, days * 24 * 60)
}

function monthsBefore(now: Date, months: number): string {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() - months)
  return then.toISOString()
}
