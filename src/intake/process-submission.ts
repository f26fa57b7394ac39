import { randomUUIDv7 } from 'node:crypto'
import type { SubmissionTable, Trx } from '#database/schema.ts'
import type { Language } from '#language.ts'
import { storeMessage } from '#messages/store-message.ts'
import type { ConsentHashes } from '#newsletter/consent.ts'
import { subscribe } from '#newsletter/subscribe.ts'
import { sendDataLink } from '#privacy/data-link.tsx'
import type { Submission } from './submission-rules.ts'

/** The payload column: the submission, its language, and the hashes of the texts beside its form. */
export type Payload = Submission & { language: Language; consent: ConsentHashes }

/** Signs up, stores a message or queues a data link; puts it in quarantine if the trap field was filled in. */
export async function processSubmission(trx: Trx, row: SubmissionTable, now: Date) {
  const submission = JSON.parse(row.payload!) as Payload
  if (submission.trapped) return await quarantine(trx, submission, row.received_at)
  const receivedAt = new Date(row.received_at)
  const { email: address, language, consent } = submission
  switch (submission.kind) {
    case 'newsletter':
      return await subscribe(trx, { address, language, consent, askedAt: receivedAt }, now)
    case 'message':
      return await storeMessage(trx, submission, receivedAt, now)
    case 'my-data':
      return await sendDataLink(trx, address, language, now)
  }
}

async function quarantine(trx: Trx, { kind, email, texts }: Submission, receivedAt: string) {
  if (kind === 'my-data') return
  await trx
    .insertInto('quarantine')
    .values({
      id: randomUUIDv7(),
      kind,
      ...texts,
      email: email.email,
      email_key: email.key,
      received_at: receivedAt,
    })
    .execute()
}
