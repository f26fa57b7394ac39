import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { takeMailAllowances } from '#mail/mail-allowance.ts'
import { whoObjected } from '#mail/objection.ts'
import { queueMails } from '#mail/queue-mail.ts'
import { retention } from '#privacy/retention.ts'

interface ContactMessage {
  name: string
  email: { email: string; key: string }
  message: string
}

/** @param messages each of another address */
export async function keepMessages(
  trx: Transaction<Schema>,
  messages: ContactMessage[],
  now: Date,
): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(({ name, email, message }) => ({
    id: randomUUIDv7(),
    name,
    email: email.email,
    email_key: email.key,
    message,
    received_at: now.toISOString(),
  }))
  await trx.insertInto('messages').values(rows).execute()
  await queueMails(trx, 'message-notice', rows, now)
  const keys = rows.map(({ email_key }) => email_key)
  const objected = await whoObjected(trx, keys)
  const willing = keys.filter((key) => !objected.has(key))
  const most = retention.receiptsPerDay
  const mayWrite = await takeMailAllowances(trx, 'message-receipt', willing, most, now)
  const receipts = rows.filter(({ email_key }) => mayWrite.has(email_key))
  await queueMails(trx, 'message-receipt', receipts, now)
}
