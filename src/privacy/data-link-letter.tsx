import { site } from '#content/content.ts'
import { lifetimes } from '#lifetimes.ts'
import { LetterButton, Paragraph } from '#mail/letters/letter-parts.tsx'
import { renderLetter, type Letter } from '#mail/letters/letter.tsx'

export function dataLinkLetter({ dataUrl, publicUrl }: typeof dataLinkSample): Letter {
  const asked = `Somebody, probably you, asked to see what ${site.brand} holds about this address. This link opens that page, where you can also download, correct and erase it.`
  const valid = `The link works for ${lifetimes.dataLinkMinutes} minutes. Keep it to yourself: whoever has it can do the same.`
  const notYou = 'If it was not you, you need not do anything. Nobody else has received this link.'
  return renderLetter({
    subject: `The link to your data at ${site.brand}`,
    title: 'Your data',
    preview: asked,
    body: (
      <>
        <Paragraph>{asked}</Paragraph>
        <LetterButton href={dataUrl}>See my data</LetterButton>
        <Paragraph>{valid}</Paragraph>
        <Paragraph>{notYou}</Paragraph>
      </>
    ),
    text: [asked, dataUrl, valid, notYou],
    publicUrl,
  })
}

export const dataLinkSample = {
  dataUrl: 'https://www.example.com/my-data/AQMBmMlJ0gAbSample',
  publicUrl: 'https://www.example.com',
}
