import { notByIndex } from '#database/not-by-index.ts'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { confirmSignupEmail } from './confirm-signup-email.tsx'
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
