import type { FindDrafts } from '#mail/mail-kinds.ts'
import type { LinkOptions } from '#newsletter/subscription-links.ts'
import { routes } from '#routes.ts'
import { signToken } from '#signed-token.ts'
import { dataLinkEmail } from './data-link-email.tsx'
import { lifetimes } from '#lifetimes.ts'

/** The link begins to run out when it is sent, not when it was asked for. */
export function dataLinkMail({ publicUrl, secret }: LinkOptions): FindDrafts {
  return async (trx, linkIds) => {
    const links = await trx
      .selectFrom('data_links')
      .leftJoin('subscribers', 'subscribers.email_key', 'data_links.email_key')
      .select((row) => [
        'data_links.id',
        'data_links.email_key',
        // The spelling that we hold: where a mail server minds case, another one is another person.
        row.fn
          .coalesce(
            'subscribers.email',
            row
              .selectFrom('messages')
              .select('messages.email')
              .whereRef('messages.email_key', '=', 'data_links.email_key')
              .orderBy('received_at')
              .limit(1),
            'data_links.email_key',
          )
          .as('email'),
      ])
      .where('data_links.id', 'in', linkIds)
      .execute()
    return links.map(({ id, email, email_key }) => {
      const write = (now: Date) => {
        const expiresAt = new Date(now.getTime() + lifetimes.dataLinkMinutes * 60_000)
        const token = signToken(secret, { purpose: 'my-data', subjectId: id, expiresAt })
        return dataLinkEmail({ dataUrl: `${publicUrl}${routes.myData}/${token}`, publicUrl })
      }
      return { aboutId: id, to: email, emailKey: email_key, write }
    })
  }
}
