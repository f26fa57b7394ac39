import type { MessageTable, Trx } from '#database/schema.ts'
import { parseMailbox } from '#mailbox.ts'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { messageNoticeEmail } from './message-notice-email.tsx'
import { messageReceiptEmail } from './message-receipt-email.tsx'

/** What the owner reads. */
export function messageNoticeMail(contactTo: string, publicUrl: string): FindDrafts {
  return async (trx, messageIds) => {
    const messages = await messagesOf(trx, messageIds)
    return messages.map((message) => {
      const receivedAt = new Date(message.received_at)
      // The visitor goes in Reply-To: mail From their domain would fail DMARC.
      const write = () => ({
        ...messageNoticeEmail({ ...message, receivedAt, publicUrl }),
        replyTo: message.email,
      })
      const emailKey = parseMailbox(contactTo)!.address.toLowerCase()
      const names = [message.email, message.name]
      return { aboutId: message.id, to: contactTo, emailKey, names, write }
    })
  }
}

/** What the visitor reads. */
export function messageReceiptMail(publicUrl: string): FindDrafts {
  const write = () => messageReceiptEmail(publicUrl)
  return async (trx, messageIds) => {
    const messages = await messagesOf(trx, messageIds)
    return messages.map(({ id, email, email_key }) => ({
      aboutId: id,
      to: email,
      emailKey: email_key,
      write,
    }))
  }
}

async function messagesOf(trx: Trx, ids: string[]): Promise<MessageTable[]> {
  return await trx.selectFrom('messages').selectAll().where('id', 'in', ids).execute()
}
