import { site } from '#content/content.ts'
import { MailLink, Paragraph } from '#mail/layout/mail-parts.tsx'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import { routes } from '#routes.ts'

/** Goes to an address that anybody may have typed: it repeats neither the message nor the name. */
export function messageReceiptEmail(publicUrl: string): MailContent {
  const thanks = "Thank you for reaching out! We'll get back to you shortly."
  const notYou =
    'If you did not write to us, somebody entered your address by mistake. You can see and erase what we hold about it:'
  const myDataUrl = `${publicUrl}${routes.myData}`
  const link = <MailLink href={myDataUrl}>{myDataUrl}</MailLink>
  return renderMail({
    subject: `We have your message to ${site.brand}`,
    title: 'Your message has arrived',
    parts: [
      thanks,
      {
        html: (
          <Paragraph>
            {notYou} {link}
          </Paragraph>
        ),
        text: `${notYou}\n${myDataUrl}`,
      },
    ],
    publicUrl,
  })
}
