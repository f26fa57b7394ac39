import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { OutboxMail } from './claim-mail.ts'
import { forgetLoginFailure } from './mail-pause.ts'
import { mostAttempts, retryPauseMs } from './retry-pause.ts'
import type { SendOutcome } from './send-outcome.ts'

export interface Attempt {
  mail: OutboxMail
  outcome: SendOutcome | { kind: 'not-begun' }
}

/** Writes down what became of the mail that was taken, in one transaction. */
export async function recordOutcomes(
  db: Kysely<Schema>,
  attempts: Attempt[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const sent = attempts.filter(({ outcome }) => outcome.kind === 'sent')
    if (sent.length > 0) await recordSent(trx, sent, now)
    for (const attempt of attempts) {
      if (attempt.outcome.kind !== 'sent') await recordUnsent(trx, attempt, now)
    }
  })
}

async function recordSent(trx: Transaction<Schema>, sent: Attempt[], now: Date) {
  const ids = sent.map(({ mail }) => mail.id)
  await trx
    .updateTable('outbox')
    .set({ status: 'sent', sent_at: now.toISOString(), lease_until: null, last_error: null })
    .where('id', 'in', ids)
    .execute()
  await forgetLoginFailure(trx)
}

async function recordUnsent(trx: Transaction<Schema>, { mail, outcome }: Attempt, now: Date) {
  const reason = 'reason' in outcome ? outcome.reason : mail.last_error
  const unless = { lease_until: null, last_error: reason }
  switch (outcome.kind) {
    case 'not-begun':
    case 'authentication':
      await settle(trx, mail, { ...unless, status: 'waiting', attempts: mail.attempts - 1 })
      if (outcome.kind === 'authentication') await pauseForLogin(trx, outcome.reason, now)
      return
    case 'rejected-recipient': {
      const isOurs = await settle(trx, mail, { ...unless, status: 'failed' })
      // A mail that is gone was erased, and its address must not come back.
      if (isOurs) await suppress(trx, mail.email_key, outcome.reason, now)
      return
    }
    case 'rejected-message':
      await settle(trx, mail, { ...unless, status: 'failed' })
      return
    default:
      await settle(
        trx,
        mail,
        mail.attempts < mostAttempts
          ? {
              ...unless,
              status: 'waiting',
              next_attempt_at: after(now, retryPauseMs(mail.attempts)),
            }
          : { ...unless, status: 'failed' },
      )
  }
}

type Settled = Partial<
  Pick<OutboxMail, 'attempts' | 'next_attempt_at' | 'lease_until' | 'last_error'>
> & { status: OutboxMail['status'] }

/** @returns false when the mail is no longer this process's to settle */
async function settle(
  trx: Transaction<Schema>,
  mail: OutboxMail,
  settled: Settled,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set(settled)
    .where('id', '=', mail.id)
    // If another process took it for abandoned meanwhile, its word counts.
    .where('status', '=', 'sending')
    .where('attempts', '=', mail.attempts)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function suppress(
  trx: Transaction<Schema>,
  emailKey: string | null,
  reason: string,
  now: Date,
) {
  if (emailKey === null) return
  await trx
    .insertInto('suppressions')
    .values({ email_key: emailKey, reason, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute()
}

/** A minute, then twice as long each time, up to an hour. */
async function pauseForLogin(trx: Transaction<Schema>, reason: string, now: Date) {
  const earlier = await trx
    .selectFrom('mail_pauses')
    .selectAll()
    .where('cause', '=', 'authentication')
    .executeTakeFirst()
  const pausedAt = now.toISOString()
  // Several mails may find the door shut at once: that is one pause.
  if (earlier?.until && earlier.until > pausedAt && earlier.paused_at <= pausedAt) return
  const times = (earlier?.times ?? 0) + 1
  const until = after(now, Math.min(60_000 * 2 ** (times - 1), 3_600_000))
  const pause = { reason, paused_at: pausedAt, until, times }
  await trx
    .insertInto('mail_pauses')
    .values({ cause: 'authentication', ...pause })
    .onConflict((conflict) => conflict.column('cause').doUpdateSet(pause))
    .execute()
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}
