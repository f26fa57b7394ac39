import type { Database } from '#database/connect.ts'
import type { MailKind, OutboxTable, SuppressionCause, Trx } from '#database/schema.ts'
import type { MailContent } from './layout/render-mail.tsx'

/** The causes of a suppression that stop each kind of mail. */
export const suppressedBy: Record<MailKind, readonly SuppressionCause[]> = {
  'confirm-signup': ['bounce', 'owner', 'person'],
  'message-receipt': ['bounce', 'owner', 'person'],
  letter: ['bounce', 'owner', 'person'],
  // People who switched email off need the link to switch it on again.
  'my-data-link': ['bounce', 'owner'],
  // To the owner: a suppressed owner's address must not stop visitors' messages.
  'message-notice': [],
  'mailbox-task': [],
  digest: [],
}

export const isToOwner = (kind: MailKind) => suppressedBy[kind].length === 0

/** What a mail says, written at the moment when it is sent. */
export interface WrittenMail extends MailContent {
  /** In a mail to many: what stands in `html` and `text`, by what is this recipient's own. */
  ownWords?: Record<string, string>
  replyTo?: string
  /** On newsletter mail: takes a one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string
  /** On newsletter mail: which letter it is, for those who count complaints. */
  letter?: string
}

export interface Draft {
  aboutId: string
  /** An address, or Name <address>. */
  to: string
  emailKey: string
  /** What names whoever it is about, where that is not the recipient: it must stand in no error. */
  names?: string[]
  write(now: Date): WrittenMail
}

/**
 * Looks up what mails are about, in the transaction that claims them. Whoever is not in the answer
 * gets nothing: the signup was forgotten, the message erased, the subscription ended.
 */
export type FindDrafts = (
  trx: Trx,
  aboutIds: string[],
  more: {
    letter: string | null
    /** Of whoever claims them to send them: what they are about is locked. Without: only looked at. */
    dialect?: Database['kind'] | undefined
  },
) => Promise<Draft[]>

export type MailWriters = Record<MailKind, FindDrafts>

/** Mail that shares its fate where a server refuses it: a letter, or all of a kind. */
export function scopeOf({ kind, letter }: OutboxTable): string {
  return letter === null ? kind : `letter ${letter}`
}
