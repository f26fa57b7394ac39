import { site } from '#content/content.ts'
import { LetterLink, Paragraph } from '#mail/letters/letter-parts.tsx'
import { renderLetter, type Letter } from '#mail/letters/letter.tsx'

export interface MessageReceiptProps {
  myDataUrl: string
}

/** Goes to an address that anybody may have typed: it repeats neither the message nor the name. */
export function messageReceiptLetter({ myDataUrl }: MessageReceiptProps): Letter {
  const thanks = "Thank you for reaching out! We'll get back to you shortly."
  const notYou =
    'If you did not write to us, somebody entered your address by mistake. You can see and erase what we hold about it:'
  return renderLetter({
    subject: `We have your message to ${site.brand}`,
    title: 'Your message has arrived',
    preview: thanks,
    body: (
      <>
        <Paragraph>{thanks}</Paragraph>
        <Paragraph>
          {notYou} <LetterLink href={myDataUrl}>{myDataUrl}</LetterLink>
        </Paragraph>
      </>
    ),
    text: [thanks, `${notYou}\n${myDataUrl}`],
  })
}

export const messageReceiptSample: MessageReceiptProps = {
  myDataUrl: 'https://www.example.com/my-data',
}
