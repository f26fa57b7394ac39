import { site } from '#content/content.ts'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import type { FindDrafts } from '#mail/mail-kinds.ts'

export function messageReceiptMail(publicUrl: string): FindDrafts {
  const write = () => messageReceiptEmail(publicUrl)
  return async (trx, messageIds) => {
    const messages = await trx
      .selectFrom('messages')
      .select(['id', 'email', 'email_key'])
      .where('id', 'in', messageIds)
      .execute()
    return messages.map(({ id, email, email_key }) => ({
      aboutId: id,
      to: email,
      emailKey: email_key,
      write,
    }))
  }
}

/** Goes to an address that anybody may have typed: it repeats neither the message nor the name. */
export function messageReceiptEmail(publicUrl: string): MailContent {
  const thanks = "Thank you for reaching out! We'll get back to you shortly."
  const notYou =
    'If you did not write to us, someone entered your address by mistake. Use “My data” below to see or erase what we hold.'
  return renderMail({
    subject: `We've received your message to ${site.brand}`,
    title: "We've received your message",
    parts: [thanks, notYou],
    publicUrl,
  })
}
