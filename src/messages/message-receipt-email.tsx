import { site } from '#content/content.ts'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'

/** Goes to an address that anybody may have typed: it repeats neither the message nor the name. */
export function messageReceiptEmail(publicUrl: string): MailContent {
  const thanks = "Thank you for reaching out! We'll get back to you shortly."
  const notYou =
    'If you did not write to us, somebody entered your address by mistake. At “My data”, below, you can see and erase what we hold about it.'
  return renderMail({
    subject: `We have your message to ${site.brand}`,
    title: 'Your message has arrived',
    parts: [thanks, notYou],
    publicUrl,
  })
}
