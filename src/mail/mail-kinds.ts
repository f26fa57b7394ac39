import type { Database } from '#database/connect.ts'
import type { MailKind, OutboxTable, Trx } from '#database/schema.ts'
import type { MailContent } from './layout/render-mail.tsx'

/** Whether a kind is withheld from people who objected or were restricted, and from suppressed addresses. */
export const mailMinds: Record<MailKind, { objections: boolean; suppressions: boolean }> = {
  'confirm-signup': { objections: true, suppressions: true },
  // To the owner: a full mailbox of theirs must never silence what visitors write.
  'message-notice': { objections: false, suppressions: false },
  'message-receipt': { objections: true, suppressions: true },
  // They ask for it themselves.
  'my-data-link': { objections: false, suppressions: true },
  'mailbox-task': { objections: false, suppressions: false },
  digest: { objections: false, suppressions: false },
  letter: { objections: true, suppressions: true },
}

/** What a mail says, written at the moment when it is sent. */
export interface WrittenMail extends MailContent {
  /** In a mail to many: what stands in `html` and `text`, by what is this recipient's own. */
  ownWords?: Record<string, string>
  /** Instead of the transport's own From. */
  from?: string
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
