import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { takeMailAllowance } from '#mail/mail-allowance.ts'
import { hasObjected } from '#mail/objection.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { retention } from '#privacy/retention.ts'

interface ContactMessage {
  name: string
  email: { email: string; key: string }
  message: string
}

export async function keepMessage(
  trx: Transaction<Schema>,
  { name, email, message }: ContactMessage,
  now: Date,
): Promise<void> {
  const id = crypto.randomUUID()
  await trx
    .insertInto('messages')
    .values({
      id,
      name,
      email: email.email,
      email_key: email.key,
      message,
      received_at: now.toISOString(),
    })
    .execute()
  await queueMail(trx, 'message-notice', id, now)
  if (await mayAcknowledge(trx, email.key, now)) await queueMail(trx, 'message-receipt', id, now)
}

async function mayAcknowledge(trx: Transaction<Schema>, emailKey: string, now: Date) {
  if (await hasObjected(trx, emailKey)) return false
  return await takeMailAllowance(trx, 'message-receipt', emailKey, retention.receiptsPerDay, now)
}
