import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { countStep } from '#mail/funnel-steps.ts'
import type { SubmissionTable, Trx } from '#database/schema.ts'
import { allLanguages, type Language } from '#language.ts'
import { storeMessage } from '#messages/store-message.ts'
import type { ConsentHashes } from '#subscribers/consent.ts'
import { subscribe } from '#subscribers/subscribe.ts'
import { sendDataLink } from '#privacy/data-link.tsx'
import type { Submission } from './submission-rules.ts'

/** The payload column: the submission, its language, and the hashes of the texts beside its form. */
export type Payload = Submission & { language: Language; consent: ConsentHashes }

const inEveryPayload = {
  email: z.object({ email: z.string(), key: z.string() }),
  trapped: z.boolean(),
  language: z.enum(allLanguages),
  consent: z.object({ line_hash: z.string(), privacy_hash: z.string() }),
}

// The database checks the texts: none that it has no column for may get lost.
const payloadRules = z.discriminatedUnion('kind', [
  z.object({ ...inEveryPayload, kind: z.enum(['newsletter', 'my-data']) }),
  z.object({
    ...inEveryPayload,
    kind: z.literal('message'),
    texts: z.record(z.string(), z.string()),
  }),
])

/**
 * Another release may have stored the row.
 * @throws UnreadablePayload, which keeps the submission as one that is stuck
 */
function readPayload(payload: string): Payload {
  const { data, error } = payloadRules.safeParse(JSON.parse(payload))
  if (data) return data as Payload
  // Without the values, which are personal data.
  const fields = error.issues.map(({ path }) => path.join('.'))
  throw new UnreadablePayload(`submission of another release: check ${fields.join(', ')}`)
}

class UnreadablePayload extends Error {
  override name = 'UnreadablePayload'
}

/** In one transaction: all of them, or none. */
export async function processSubmissions(trx: Trx, rows: SubmissionTable[], now: Date) {
  const asked: string[] = []
  for (const row of rows) {
    const submission = readPayload(row.payload!)
    const isAsked = await processSubmission(trx, submission, row.received_at, now)
    if (isAsked) asked.push(submission.email.key)
  }
  await countStep(trx, 'asked', asked, now)
}

/**
 * Signs up, stores a message or queues a data link; puts it in quarantine if the trap field was filled in.
 * @returns whether the address is asked to confirm a signup
 */
async function processSubmission(
  trx: Trx,
  submission: Payload,
  receivedAt: string,
  now: Date,
): Promise<boolean> {
  const { email: address, language, consent } = submission
  const askedAt = new Date(receivedAt)
  if (submission.trapped) await quarantine(trx, submission, receivedAt)
  else if (submission.kind === 'newsletter')
    return await subscribe(trx, { address, language, consent, askedAt }, now)
  else if (submission.kind === 'message') await storeMessage(trx, submission, askedAt, now)
  else await sendDataLink(trx, address, language, now)
  return false
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
