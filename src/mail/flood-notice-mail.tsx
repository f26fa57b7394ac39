import { parseMailbox } from '#mailbox.ts'
import { renderMail, type MailContent } from './layout/render-mail.tsx'
import type { FindDrafts } from './mail-kinds.ts'

export function floodNoticeDrafts(contactTo: string, publicUrl: string): FindDrafts {
  const emailKey = parseMailbox(contactTo)!.address.toLowerCase()
  const write = () => floodNoticeMail(publicUrl)
  return async (_, ids) => ids.map((aboutId) => ({ aboutId, to: contactTo, emailKey, write }))
}

/** To the owner, at most once a day. */
export function floodNoticeMail(publicUrl: string): MailContent {
  const title = 'Many signups: some confirmation emails wait'
  return renderMail({
    language: 'en',
    subject: title,
    title,
    parts: [
      'More people than usual use your forms. To protect strangers from unwanted email, the site limits emails to addresses that nobody has confirmed: UNCONFIRMED_MAIL_PER_HOUR, 1,000 an hour unless you changed it. The rest waits, newest first. Nothing is lost, and letters and your own email are not affected.',
      'If these are real people, for example after an article about you: raise UNCONFIRMED_MAIL_PER_HOUR and restart the site.',
      'If it looks like abuse: do nothing. Signups that nobody confirms are deleted after 30 days. To see what is waiting: npm run admin -- mail list',
    ],
    publicUrl,
  })
}
