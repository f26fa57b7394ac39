import { npmAdmin } from '#admin-command.ts'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import { emailKeyOf } from '#email-address.ts'
import type { MailDeclaration } from '#mail/mail-declaration.ts'

export const maxNoticesPerHour = 60

export const messageSummaryKind = {
  name: 'message-summary',
  queue: 'usual',
  to: 'owner',
  ignores: [],
  isUnconfirmed: false,
  about: null,
  title: 'Summary of more messages, to you',
  sample: () => messageSummaryMail(npmAdmin),
  findDrafts: ({ contactTo, adminCommand }) => {
    const emailKey = emailKeyOf(contactTo)
    const render = () => messageSummaryMail(adminCommand)
    return async (_, ids) => ids.map((aboutId) => ({ aboutId, to: contactTo, emailKey, render }))
  },
} satisfies MailDeclaration

/** To the owner, at most once an hour. */
function messageSummaryMail(adminCommand: string): MailContent {
  const title = `More than ${maxNoticesPerHour} messages in an hour`
  return renderMail({
    language: 'en',
    subject: title,
    title,
    parts: [
      `The site emails you at most ${maxNoticesPerHour} messages an hour, and in the last hour there were more. Nothing is lost: read the rest in the console under Messages, or with: ${adminCommand} messages list --open`,
      `If it looks like abuse, you can delete many at once: ${adminCommand} messages remove --help`,
    ],
  })
}
