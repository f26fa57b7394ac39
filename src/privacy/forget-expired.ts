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
    // The token in the mail says how long the link works; mail may have waited before it went out.
    .where('asked_at', '<', daysBefore(now, 1))
    .execute()
  await db.deleteFrom('mail_allowances').where('taken_at', '<', daysBefore(now, 1)).execute()
  await forgetMail(db, daysBefore(now, retention.sentMailDays))
}

/** How many mails a letter was stays known; to whom they went does not. */
async function forgetMail(db: Kysely<Schema>, before: string): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('status', 'in', ['sent', 'failed', 'in_doubt', 'skipped'])
    .where('due_at', '<', before)
    .execute()
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 24 * 3_600_000).toISOString()
}

function monthsBefore(now: Date, months: number): string {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() - months)
  return then.toISOString()
}
