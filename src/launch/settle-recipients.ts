import type { Transaction } from 'kysely'
import type { LaunchRecipientTable, Schema } from '#database/schema.ts'
import type { SendOutcome } from '#mail/send-outcome.ts'
import type { ClaimedRecipient } from './claim-recipients.ts'

export interface Attempt {
  recipient: ClaimedRecipient
  outcome: SendOutcome | { kind: 'not-begun' }
}

/** Writes down what became of this run's claims. */
export async function settleRecipients(
  trx: Transaction<Schema>,
  runId: string,
  attempts: Attempt[],
  retryPausesMs: number[],
  now: Date,
): Promise<void> {
  const settle = async (ids: string[], change: Partial<LaunchRecipientTable>) => {
    await trx
      .updateTable('launch_recipients')
      .set({ ...change, changed_at: now.toISOString() })
      .where('subscriber_id', 'in', ids)
      .where('run_id', '=', runId)
      // 'in_doubt': another run took this one for dead. It is not, and it knows better.
      .where('state', 'in', ['sending', 'in_doubt'])
      .execute()
  }
  const sent = attempts.filter(({ outcome }) => outcome.kind === 'sent')
  if (sent.length > 0) {
    await settle(
      sent.map(({ recipient }) => recipient.subscriberId),
      { state: 'sent', reason: null },
    )
  }
  for (const { recipient, outcome } of attempts) {
    const ids = [recipient.subscriberId]
    const reason = 'reason' in outcome ? withoutAddress(outcome.reason, recipient.email) : null
    switch (outcome.kind) {
      case 'sent':
        break
      case 'not-begun':
        await settle(ids, { state: 'queued' })
        break
      case 'authentication':
        await settle(ids, { state: 'queued', reason })
        break
      case 'temporary': {
        const pauseMs = retryPausesMs[recipient.attempts] ?? 0
        await settle(ids, {
          state: 'queued',
          reason,
          attempts: recipient.attempts + 1,
          retry_at: new Date(now.getTime() + pauseMs).toISOString(),
        })
        break
      }
      case 'in-doubt':
        await settle(ids, { state: 'in_doubt', reason })
        break
      case 'rejected-recipient':
        await suppress(trx, recipient, reason, now)
        await settle(ids, { state: 'failed', reason })
        break
      case 'rejected-message':
        await settle(ids, { state: 'failed', reason })
        break
    }
  }
}

async function suppress(
  trx: Transaction<Schema>,
  { subscriberId, emailKey }: ClaimedRecipient,
  reason: string | null,
  now: Date,
) {
  const subscriber = await trx
    .selectFrom('subscribers')
    .select('id')
    .where('id', '=', subscriberId)
    .executeTakeFirst()
  // Erased meanwhile: the address must not come back.
  if (!subscriber) return
  await trx
    .insertInto('suppressions')
    .values({ email_key: emailKey, reason: reason ?? '', created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute()
}

/** Servers like to repeat the address; the ledger outlives an erasure, so it must not hold one. */
function withoutAddress(reason: string, email: string): string {
  return reason.replace(new RegExp(RegExp.escape(email), 'gi'), '…')
}
