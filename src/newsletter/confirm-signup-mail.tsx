import { site } from '#content/content.ts'
import { notByIndex } from '#database/not-by-index.ts'
import { lifetimes } from '#lifetimes.ts'
import { MailLink, Paragraph } from '#mail/layout/mail-parts.tsx'
import { button, renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { confirmUrl, notMeUrl, type LinkOptions } from './subscription-links.ts'

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
          notMeUrl: notMeUrl(links, subscriber_id, now),
        })
      return { aboutId: id, to: email, emailKey: email_key, write }
    })
  }
}

/** Goes to an address that anybody may have typed: it holds nothing from the form. */
export function confirmSignupEmail(
  urls: Record<'confirmUrl' | 'publicUrl' | 'notMeUrl', string>,
): MailContent {
  const { confirmLinkDays, pendingSignupDays } = lifetimes
  const valid = `The link works for ${confirmLinkDays} days.`
  const asked = `Someone, probably you, asked to join the ${site.brand} newsletter with this address. To finish, open the page below and press the green button there.`
  const notEnough = `Opening the page is not enough: you're signed up once you press its button. ${valid}`
  const notYou = `Not you? Ignore this email. You won't be signed up, and we'll delete your address after ${pendingSignupDays} days. Or tell us:`
  const report = "This wasn't me"
  const notMe = {
    html: (
      <Paragraph>
        {notYou} <MailLink href={urls.notMeUrl}>{report}</MailLink>
      </Paragraph>
    ),
    text: `${notYou}\n${report}: ${urls.notMeUrl}`,
  }
  return renderMail({
    subject: `Finish signing up to the ${site.brand} newsletter`,
    preview: `One page, one button. ${valid}`,
    title: "You're not signed up yet",
    parts: [asked, button('Go to the last step', urls.confirmUrl), notEnough, notMe],
    publicUrl: urls.publicUrl,
  })
}
