import { sql, type Kysely } from 'kysely'
import { deleteInSlices, type Expiry } from '#database/delete-in-slices.ts'
import type { Schema } from '#database/schema.ts'
import { lifetimes } from '#lifetimes.ts'

/** Forgets whatever has been kept for as long as the privacy page says. Runs once a day. */
export async function forgetExpired(db: Kysely<Schema>, now: Date): Promise<void> {
  for (const expiry of expiries(now)) await deleteInSlices(db, expiry)
}

function expiries(now: Date): Expiry[] {
  const pendingSince = daysBefore(now, lifetimes.pendingSignupDays)
  const mailBefore = daysBefore(now, lifetimes.sentMailDays)
  return [
    {
      table: 'subscribers',
      column: 'asked_at',
      before: pendingSince,
      only: sql`status = 'pending'`,
    },
    {
      // Askings that were never answered, of people who answered another one.
      table: 'consents',
      column: 'asked_at',
      before: pendingSince,
      only: sql`confirmed_at is null`,
    },
    {
      table: 'messages',
      column: 'received_at',
      before: monthsBefore(now, lifetimes.contactMessageMonths),
    },
    {
      table: 'quarantine',
      column: 'received_at',
      before: daysBefore(now, lifetimes.quarantineDays),
    },
    {
      table: 'erasures',
      key: ['email_hash'],
      column: 'erased_at',
      before: daysBefore(now, lifetimes.erasureHashDays),
    },
    // The token in the mail says how long the link works; mail may have waited before it went out.
    { table: 'data_links', column: 'asked_at', before: daysBefore(now, 1) },
    {
      table: 'mail_allowances',
      key: ['email_key', 'kind', 'place'],
      column: 'taken_at',
      before: daysBefore(now, 1),
    },
    {
      // How many mails a letter was stays known; to whom they went does not. What is over for so long
      // was queued before that, and by that time there is an index.
      table: 'outbox',
      column: 'created_at',
      before: mailBefore,
      only: sql`status in ('sent', 'failed', 'in_doubt', 'skipped') and due_at < ${mailBefore}`,
    },
  ]
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 24 * 3_600_000).toISOString()
}

function monthsBefore(now: Date, months: number): string {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() - months)
  return then.toISOString()
}
