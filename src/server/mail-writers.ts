import { digestDrafts } from '#figures/digest-mail.tsx'
import { floodNoticeDrafts } from '#mail/flood-notice-mail.tsx'
import { freeGigabytes } from '#free-disk.ts'
import type { MailWriters } from '#mail/mail-kinds.ts'
import { messageNoticeDrafts } from '#messages/message-notice-mail.tsx'
import { messageReceiptDrafts } from '#messages/message-receipt-mail.tsx'
import { confirmSignupDrafts } from '#newsletter/confirm-signup-mail.tsx'
import { letterDrafts } from '#newsletter/letter-mail.tsx'
import type { LinkOptions } from '#newsletter/subscription-links.ts'
import { welcomeDrafts } from '#newsletter/welcome-mail.tsx'
import { dataLinkDrafts } from '#privacy/data-link.tsx'
import { mailboxTaskDrafts } from '#privacy/mailbox-task.tsx'

/** Finds and renders each kind of mail when it is sent. */
export function createMailWriters(
  options: LinkOptions & { contactTo: string; diskDir: string },
): MailWriters {
  return {
    'confirm-signup': confirmSignupDrafts(options),
    'message-notice': messageNoticeDrafts(options.contactTo, options.publicUrl),
    'message-receipt': messageReceiptDrafts(options.publicUrl),
    'my-data-link': dataLinkDrafts(options),
    'mailbox-task': mailboxTaskDrafts(options.contactTo, options.publicUrl),
    'flood-notice': floodNoticeDrafts(options.contactTo, options.publicUrl),
    digest: digestDrafts(
      options.contactTo,
      () => freeGigabytes(options.diskDir),
      options.publicUrl,
    ),
    letter: letterDrafts(options),
    welcome: welcomeDrafts(options),
  }
}
