import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { keepMessage } from '#messages/keep-message.ts'
import { subscribe, type SubscribeOptions } from '#newsletter/subscribe.ts'
import { claimIdempotencyKey, type IdempotencyKey } from './idempotency.ts'
import type { Submission } from './submission-rules.ts'

export type Outcome = 'kept' | 'key-reused'

export type SubmissionOptions = SubscribeOptions

/** Returns only after the commit: what it answers 'kept' is on the disk. */
export async function receiveSubmission(
  db: Kysely<Schema>,
  submission: Submission,
  options: SubmissionOptions,
  now: Date,
  key?: IdempotencyKey,
): Promise<Outcome> {
  return await db.transaction().execute(async (trx) => {
    if (key) {
      const claim = await claimIdempotencyKey(trx, key, now)
      if (claim === 'seen') return 'kept'
      if (claim === 'other-body') return 'key-reused'
    }
    if (submission.trapped) await quarantine(trx, submission, now)
    else if (submission.kind === 'newsletter') await subscribe(trx, submission.email, options, now)
    else await keepMessage(trx, submission, now)
    return 'kept'
  })
}

async function quarantine(trx: Transaction<Schema>, submission: Submission, now: Date) {
  const words = submission.kind === 'message' ? submission : { name: null, message: null }
  await trx
    .insertInto('quarantine')
    .values({
      id: crypto.randomUUID(),
      kind: submission.kind,
      name: words.name,
      email: submission.email.email,
      email_key: submission.email.key,
      message: words.message,
      received_at: now.toISOString(),
    })
    .execute()
}
