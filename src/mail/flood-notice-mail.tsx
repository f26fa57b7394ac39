import { npmAdmin } from '#admin-command.ts'
import { periodWords } from '#content/periods.ts'
import { emailKeyOf } from '#email-address.ts'
import { renderMail, type MailContent } from './layout/render-mail.tsx'
import type { MailDeclaration } from './mail-declaration.ts'

export const floodNoticeKind = {
  name: 'flood-notice',
  queue: 'usual',
  to: 'owner',
  ignores: [],
  isUnconfirmed: false,
  about: null,
  title: 'Warning of a flood, to you',
  sample: () => floodNoticeMail(npmAdmin, 1000),
  findDrafts: ({ contactTo, adminCommand, unconfirmedMailPerHour }) => {
    const emailKey = emailKeyOf(contactTo)
    const render = () => floodNoticeMail(adminCommand, unconfirmedMailPerHour)
    return async (_, ids) => ids.map((aboutId) => ({ aboutId, to: contactTo, emailKey, render }))
  },
} satisfies MailDeclaration

/** To the owner, at most once a day. */
function floodNoticeMail(adminCommand: string, maxPerHour: number): MailContent {
  const limit = `${maxPerHour.toLocaleString('en')} an hour (UNCONFIRMED_MAIL_PER_HOUR)`
  const title = 'Busy forms: some emails are waiting'
  return renderMail({
    language: 'en',
    subject: title,
    title,
    parts: [
      `Your forms are being used more than usual. To protect people from unwanted email, the site limits how many confirmations, receipts and data links it sends: ${limit}. The rest are waiting and go out newest first. Nothing is lost. Letters to subscribers and emails to you are not affected.`,
      'If real people are using them, for example after an article about you, raise that limit and restart the site.',
      `If it looks like abuse, do nothing. Signups that nobody confirms are deleted after ${periodWords('en', 'pendingSignupDays')}. To see what is waiting: ${adminCommand} mail list`,
    ],
  })
}
