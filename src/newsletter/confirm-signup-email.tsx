import { site } from '#content/content.ts'
import { lifetimes } from '#lifetimes.ts'
import { button, renderMail, type MailContent } from '#mail/layout/render-mail.tsx'

/** Goes to an address that anybody may have typed: it holds nothing from the form. */
export function confirmSignupEmail(
  urls: Record<'confirmUrl' | 'publicUrl' | 'unsubscribeUrl', string>,
): MailContent {
  const { confirmUrl, publicUrl, unsubscribeUrl } = urls
  const asked = `Somebody, probably you, entered this address to join the ${site.brand} newsletter. Please confirm that it was you.`
  const once = `The link works for ${lifetimes.confirmLinkDays} days. Until you confirm, we send you no newsletter.`
  const notYou = 'If it was not you, you need not do anything. The signup is forgotten by itself.'
  return renderMail({
    subject: `Please confirm your signup to the ${site.brand} newsletter`,
    title: 'One more step',
    parts: [asked, button('Confirm my signup', confirmUrl), once, notYou],
    publicUrl,
    unsubscribeUrl,
  })
}
