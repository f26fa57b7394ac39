import type { MailKind, OutboxTable, Trx } from '#database/schema.ts'
import type { MailContent } from './layout/render-mail.tsx'

/** A mail's content, rendered when it is sent. */
export interface WrittenMail extends MailContent {
  /** Instead of the site's own sender. */
  from?: string
  replyTo?: string
  /** On newsletter mail: accepts a one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string
  /** On newsletter mail: the letter's name, for the Feedback-ID header. */
  letter?: string
}

export interface Draft {
  aboutId: string
  /** An address, or Name <address>. */
  to: string
  emailKey: string
  /** Other personal data that must not be stored with an error: the visitor's name, in mail to the owner. */
  names?: string[]
  write(now: Date): WrittenMail
}

/**
 * Looks up the sources of mails, in the transaction that claims them. Mail without a draft is not sent: its signup or
 * message was deleted, or its subscription has ended.
 */
export type FindDrafts = (
  trx: Trx,
  aboutIds: string[],
  more: { letter: string | null; isClaim: boolean },
) => Promise<Draft[]>

export type MailWriters = Record<MailKind, FindDrafts>

/** Mail that a server refuses for the same reason: one letter, or all mail of a kind. */
export function scopeOf({ kind, letter }: OutboxTable): string {
  return letter === null ? kind : `letter ${letter}`
}

/** Drafts by the mail's id. */
export async function findDrafts(
  trx: Trx,
  writers: MailWriters,
  mails: OutboxTable[],
  isClaim = false,
): Promise<Map<string, Draft>> {
  const drafts = new Map<string, Draft>()
  for (const group of Map.groupBy(mails, scopeOf).values()) {
    const [{ kind, letter }] = group as [OutboxTable]
    const aboutIds = group.map(({ about_id }) => about_id)
    const written = await writers[kind](trx, aboutIds, { letter, isClaim })
    const found = new Map(written.map((draft) => [draft.aboutId, draft]))
    for (const { id, about_id } of group) {
      const draft = found.get(about_id)
      if (draft) drafts.set(id, draft)
    }
  }
  return drafts
}
