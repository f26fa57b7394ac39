import { site } from '#content/content.ts'
import { notByIndex } from '#database/not-by-index.ts'
import { lifetimes } from '#lifetimes.ts'
import { button, renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { confirmUrl, unsubscribeUrl, type LinkOptions } from './subscription-links.ts'

/** About a consent that is asked for: wanted while the signup is pending and nobody has withdrawn it. */
export function confirmSignupMail(links: LinkOptions): FindDrafts {
  return async (trx, consentIds) => {
    const rows = await trx
      .selectFrom('consents')
      .innerJoin('subscribers', 'subscribers.id', 'consents.subscriber_id')
      .select(['consents.id', 'subscriber_id', 'email', 'email_key'])
      .where('consents.id', 'in', consentIds)
      .where('withdrawn_at', 'is', null)
      .where(notByIndex('subscribers.status'), '=', 'pending')
      .execute()
    return rows.map(({ id, subscriber_id, email, email_key }) => {
      // No List-Unsubscribe header yet: this is an automatic answer, and no newsletter.
      const write = (now: Date) =>
        confirmSignupEmail({
          confirmUrl: confirmUrl(links, id, now),
          publicUrl: links.publicUrl,
          unsubscribeUrl: unsubscribeUrl(links, subscriber_id),
        })
      return { aboutId: id, to: email, emailKey: email_key, write }
    })
  }
}

/** Goes to an address that anybody may have typed: it holds nothing from the form. */
export function confirmSignupEmail(
  urls: Record<'confirmUrl' | 'publicUrl' | 'unsubscribeUrl', string>,
): MailContent {
  const asked = `Somebody, probably you, entered this address to join the ${site.brand} newsletter. Please confirm that it was you.`
  const once = `The link works for ${lifetimes.confirmLinkDays} days. Until you confirm, we send you no newsletter.`
  const notYou = 'If it was not you, you need not do anything. The signup is forgotten by itself.'
  return renderMail({
    subject: `Please confirm your signup to the ${site.brand} newsletter`,
    title: 'One more step',
    parts: [asked, button('Confirm my signup', urls.confirmUrl), once, notYou],
    publicUrl: urls.publicUrl,
    unsubscribeUrl: urls.unsubscribeUrl,
  })
}
