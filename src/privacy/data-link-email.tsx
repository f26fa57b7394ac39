import { site } from '#content/content.ts'
import { lifetimes } from '#lifetimes.ts'
import { button, renderMail, type MailContent } from '#mail/layout/render-mail.tsx'

export function dataLinkEmail(dataUrl: string, publicUrl: string): MailContent {
  const asked = `Somebody, probably you, asked to see what ${site.brand} holds about this address. This link opens that page, where you can also download, correct and erase it.`
  const valid = `The link works for ${lifetimes.dataLinkMinutes} minutes. Keep it to yourself: whoever has it can do the same.`
  const notYou = 'If it was not you, you need not do anything. Nobody else has received this link.'
  return renderMail({
    subject: `The link to your data at ${site.brand}`,
    title: 'Your data',
    parts: [asked, button('See my data', dataUrl), valid, notYou],
    publicUrl,
  })
}
