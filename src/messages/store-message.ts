import { randomUUIDv7 } from 'node:crypto'
import type { Trx } from '#database/schema.ts'
import type { EmailAddress } from '#email-address.ts'
import type { Language } from '#language.ts'
import { takeMailAllowance } from '#mail/mail-allowance.ts'
import { queueMails } from '#mail/outbox.ts'
import type { ContactTexts } from '#submission-fields.ts'

interface ContactMessage {
  email: EmailAddress
  language: Language
  texts: ContactTexts
}

/** Stores the message with a notice to the owner and, a few times a day at most, a receipt to the visitor. */
export async function storeMessage(
  trx: Trx,
  { email, language, texts }: ContactMessage,
  receivedAt: Date,
  now: Date,
) {
  const id = randomUUIDv7()
  const sender = { email: email.email, email_key: email.key }
  await trx
    .insertInto('messages')
    .values({ id, ...texts, ...sender, language, received_at: receivedAt.toISOString() })
    .execute()
  const mayWrite = await takeMailAllowance(trx, 'message-receipt', email.key, now)
  await queueMails(trx, [{ kind: 'message-notice', aboutId: id }], now)
  if (mayWrite) await queueMails(trx, [{ kind: 'message-receipt', aboutId: id }], now)
}
