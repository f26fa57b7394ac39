import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { messageNoticeLetter } from '#mail/letters/message-notice.tsx'
import { messageReceiptLetter } from '#mail/letters/message-receipt.tsx'
import { takeMailAllowance } from '#mail/mail-allowance.ts'
import { hasObjected } from '#mail/objection.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { retention } from '#privacy/retention.ts'
import { routes } from '#routes.ts'

export interface KeepMessageOptions {
  publicUrl: string
  /** Who gets contact messages. */
  contactTo: string
}

interface ContactMessage {
  name: string
  email: { email: string; key: string }
  message: string
}

export async function keepMessage(
  trx: Transaction<Schema>,
  { name, email, message }: ContactMessage,
  { publicUrl, contactTo }: KeepMessageOptions,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('messages')
    .values({
      id: crypto.randomUUID(),
      name,
      email: email.email,
      email_key: email.key,
      message,
      received_at: now.toISOString(),
    })
    .execute()
  const notice = messageNoticeLetter({ name, email: email.email, message, receivedAt: now })
  // The visitor goes in Reply-To: mail From their domain would fail DMARC.
  await queueMail(
    trx,
    { kind: 'message-notice', to: contactTo, replyTo: email.email, ...notice },
    now,
  )
  if (await mayAcknowledge(trx, email.key, now)) {
    const receipt = messageReceiptLetter({ myDataUrl: `${publicUrl}${routes.myData}` })
    await queueMail(trx, { kind: 'message-receipt', to: email.email, ...receipt }, now)
  }
}

async function mayAcknowledge(trx: Transaction<Schema>, emailKey: string, now: Date) {
  if (await hasObjected(trx, emailKey)) return false
  return await takeMailAllowance(trx, 'message-receipt', emailKey, retention.receiptsPerDay, now)
}
