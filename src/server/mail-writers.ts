import { digestMail } from '#figures/digest-mail.tsx'
import { floodNoticeMail } from '#mail/flood-notice-mail.tsx'
import { freeGigabytes } from '#free-disk.ts'
import type { MailWriters } from '#mail/mail-kinds.ts'
import { messageNoticeMail } from '#messages/message-notice-mail.tsx'
import { messageReceiptMail } from '#messages/message-receipt-mail.tsx'
import { confirmSignupMail } from '#newsletter/confirm-signup-mail.tsx'
import { letterMail } from '#newsletter/letter-mail.tsx'
import type { LinkOptions } from '#newsletter/subscription-links.ts'
import { welcomeMail } from '#newsletter/welcome-mail.tsx'
import { dataLinkMail } from '#privacy/data-link.tsx'
import { mailboxTaskMail } from '#privacy/mailbox-task.tsx'

/** Finds and renders each kind of mail when it is sent. */
export function createMailWriters(
  options: LinkOptions & { contactTo: string; diskDir: string },
): MailWriters {
  return {
    'confirm-signup': confirmSignupMail(options),
    'message-notice': messageNoticeMail(options.contactTo, options.publicUrl),
    'message-receipt': messageReceiptMail(options.publicUrl),
    'my-data-link': dataLinkMail(options),
    'mailbox-task': mailboxTaskMail(options.contactTo, options.publicUrl),
    'flood-notice': floodNoticeMail(options.contactTo, options.publicUrl),
    digest: digestMail(options.contactTo, () => freeGigabytes(options.diskDir), options.publicUrl),
    letter: letterMail(options),
    welcome: welcomeMail(options),
  }
}
