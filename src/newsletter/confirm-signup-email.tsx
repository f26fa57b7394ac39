import { site } from '#content/content.ts'
import { lifetimes } from '#lifetimes.ts'
import { button, renderMail, type MailContent } from '#mail/layout/render-mail.tsx'

/** Goes to an address that anybody may have typed: it holds nothing from the form. */
export function confirmSignupEmail(props: typeof confirmSignupSample): MailContent {
  const { confirmUrl, publicUrl, unsubscribeUrl } = props
  const asked = `Somebody, probably you, entered this address to join the ${site.brand} newsletter. Please confirm that it was you.`
  const once = `The link works for ${lifetimes.confirmLinkDays} days. Until you confirm, we send you nothing else.`
  const notYou = 'If it was not you, you need not do anything. The signup is forgotten by itself.'
  return renderMail({
    subject: `Please confirm your signup to the ${site.brand} newsletter`,
    title: 'One more step',
    preview: asked,
    parts: [asked, button('Confirm my signup', confirmUrl), once, notYou],
    publicUrl,
    unsubscribeUrl,
  })
}

export const confirmSignupSample = {
  confirmUrl: 'https://www.example.com/confirm/AQEBmMlJ0gAbSample',
  publicUrl: 'https://www.example.com',
  unsubscribeUrl: 'https://www.example.com/unsubscribe/AQIAAAAAAAAbSample',
}
