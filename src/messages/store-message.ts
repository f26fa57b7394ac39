import { randomUUIDv7 } from 'node:crypto'
import { mailStatuses, type Trx } from '#database/schema.ts'
import type { EmailAddress } from '#email-address.ts'
import type { Language } from '#language.ts'
import { takeFromMailboxLimit } from '#mail/mailbox-limit.ts'
import { queueMails, queueOnce } from '#mail/outbox.ts'
import type { ContactTexts } from '#submission-fields.ts'
import { messageReceiptKind } from './message-receipt-mail.tsx'
import { maxNoticesPerHour } from './message-summary-mail.tsx'

interface ContactMessage {
  email: EmailAddress
  language: Language
  texts: ContactTexts
}

/** Stores the message, notifies the owner, and queues a receipt to the visitor unless their mailbox got one that day. */
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
  const mayWrite = await takeFromMailboxLimit(trx, messageReceiptKind, email.key, now)
  await notifyOwner(trx, id, now)
  if (mayWrite) await queueMails(trx, [{ kind: 'message-receipt', aboutId: id }], now)
}

const hourMs = 3_600_000

/**
 * The first messages of an hour have a notice each. The rest share one summary, sent when the hour is over. Notices are
 * counted, not messages: senders can erase their messages.
 */
async function notifyOwner(trx: Trx, messageId: string, now: Date) {
  const hour = Math.floor(now.getTime() / hourMs)
  const notices = await trx
    .selectFrom('outbox')
    .select('id')
    // In every state: the index starts with it.
    .where('status', 'in', mailStatuses)
    .where('kind', '=', 'message-notice')
    .where('due_at', '>=', new Date(hour * hourMs).toISOString())
    .limit(maxNoticesPerHour)
    .execute()
  if (notices.length < maxNoticesPerHour) {
    await queueMails(trx, [{ kind: 'message-notice', aboutId: messageId }], now)
  } else {
    const dueAt = new Date((hour + 1) * hourMs)
    await queueOnce(trx, 'message-summary', now.toISOString().slice(0, 13), dueAt)
  }
}
