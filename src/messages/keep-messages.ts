import { randomUUIDv7 } from 'node:crypto'
import type { Trx } from '#database/schema.ts'
import { takeMailAllowances } from '#mail/mail-allowance.ts'
import { queueMails } from '#mail/queue-mail.ts'
import type { EmailAddress } from '#email-address.ts'
import { lifetimes } from '#lifetimes.ts'

/** @param messages each of another address */
export async function keepMessages(
  trx: Trx,
  messages: { name: string; email: EmailAddress; message: string }[],
  now: Date,
) {
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
  const keys = rows.map(({ email_key }) => email_key)
  const most = lifetimes.receiptsPerDay
  const mayWrite = await takeMailAllowances(trx, 'message-receipt', keys, most, now)
  const mails = rows.flatMap(({ id, email_key }) => {
    const notice = { kind: 'message-notice' as const, aboutId: id }
    const receipt = { kind: 'message-receipt' as const, aboutId: id }
    return mayWrite.has(email_key) ? [notice, receipt] : [notice]
  })
  await queueMails(trx, mails, now)
}
