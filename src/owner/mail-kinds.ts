import type { MailKind } from '#database/schema.ts'
import { digestKind } from './digest-mail.tsx'
import type { Language } from '#language.ts'
import { floodNoticeKind } from '#mail/flood-notice-mail.tsx'
import type { MailDeclaration, MailKinds, MailOptions, Queue } from '#mail/mail-declaration.ts'
import { messageNoticeKind } from '#messages/message-notice-mail.tsx'
import { messageReceiptKind } from '#messages/message-receipt-mail.tsx'
import { messageSummaryKind } from '#messages/message-summary-mail.tsx'
import { confirmSignupKind } from '#subscribers/confirm-signup-mail.tsx'
import { letterKind } from '#letters/letter-mail.tsx'
import { welcomeKind } from '#letters/welcome-mail.tsx'
import { dataLinkKind } from '#privacy/data-link.tsx'
import { mailboxTaskKind } from '#privacy/mailbox-task.tsx'

/** Every kind of mail. One that is in no queue doesn't compile: it would never be claimed. */
export const mailKinds: { [Name in MailKind]: MailDeclaration & QueuedAs<Name> } = {
  'confirm-signup': confirmSignupKind,
  'my-data-link': dataLinkKind,
  'message-receipt': messageReceiptKind,
  'message-notice': messageNoticeKind,
  'message-summary': messageSummaryKind,
  'mailbox-task': mailboxTaskKind,
  'flood-notice': floodNoticeKind,
  digest: digestKind,
  welcome: welcomeKind,
  letter: letterKind,
}

interface QueuedAs<Name extends MailKind> {
  name: Name
  queue: Name extends 'letter' ? 'letters' : Queue
}

export function createMailKinds(options: MailOptions): MailKinds {
  const kinds = Object.values(mailKinds).map((kind) => [
    kind.name,
    { ...kind, findDrafts: kind.findDrafts(options) },
  ])
  return Object.fromEntries(kinds) as MailKinds
}

/** Titles on the data page, for mail about a person. */
export function mailTitles(language: Language): Record<string, string> {
  const kinds = Object.values(mailKinds)
  return Object.fromEntries(
    kinds.flatMap(({ name, about }) => (about ? [[name, about.title[language]]] : [])),
  )
}
