import { colour } from '#colours.ts'
import { site } from '#content/content.ts'
import { LetterLayout, Paragraph } from '#mail/letters/letter-layout.tsx'
import { renderLetter, type Letter } from '#mail/letters/letter.ts'

export interface MessageReceiptProps {
  myDataUrl: string
}

/** Goes to an address that anybody may have typed: it repeats neither the message nor the name. */
export function messageReceiptLetter({ myDataUrl }: MessageReceiptProps): Letter {
  const title = 'Your message has arrived'
  const thanks = "Thank you for reaching out! We'll get back to you shortly."
  const notYou =
    'If you did not write to us, somebody entered your address by mistake. You can see and erase what we hold about it:'
  return renderLetter({
    subject: `We have your message to ${site.brand}`,
    html: (
      <LetterLayout title={title} preview={thanks}>
        <Paragraph>{thanks}</Paragraph>
        <Paragraph>
          {notYou}{' '}
          <a className="link" href={myDataUrl} style={{ color: colour('accent').light }}>
            {myDataUrl}
          </a>
        </Paragraph>
      </LetterLayout>
    ),
    text: [title, thanks, `${notYou}\n${myDataUrl}`],
  })
}

export const messageReceiptSample: MessageReceiptProps = {
  myDataUrl: 'https://www.example.com/my-data',
}
