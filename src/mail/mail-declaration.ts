import type { Db, MailKind, OutboxTable, SuppressionCause } from '#database/schema.ts'
import type { Language } from '#language.ts'
import type { MailContent } from './layout/render-mail.tsx'
import type { MailPicture } from './mail-pictures.ts'

/**
 * In the order of claims: first the mail that a visitor waits for. Mail about messages is near the end, because anybody
 * can send thousands of them, and notices have no hourly limit.
 */
export const queues = ['awaited', 'usual', 'receipts', 'notices'] as const

export type Queue = (typeof queues)[number]

/** A kind of mail, declared in the file with its text. owner/mail-kinds.ts lists them all. */
export interface MailDeclaration<Finder = (options: MailOptions) => FindDrafts> {
  name: MailKind
  /** The owner's letters are claimed after all other mail, except in every few claims: see lettersFirst. */
  queue: Queue | 'letters'
  /** Mail to the owner ignores every suppression: it must never stop because their mailbox was full. */
  to: 'visitor' | 'owner'
  /** Suppressions that don't stop it. */
  ignores: readonly SuppressionCause[]
  /** Anybody can cause it to an address that nobody has confirmed: UNCONFIRMED_MAIL_PER_HOUR counts it. */
  isUnconfirmed: boolean
  /** The table of its `about_id`, and its title on the data page of that person. Null: it is about nobody. */
  about: {
    table: 'subscribers' | 'consents' | 'messages' | 'data_links'
    title: Record<Language, string>
  } | null
  /** For the owner. */
  title: string
  /** For /dev/mail, which shows letters from their files. Links with a token in them lead nowhere. */
  sample?: (publicUrl: string, language: Language) => MailContent
  findDrafts: Finder
}

/** The site's settings that mail needs. */
export interface MailOptions {
  publicUrl: string
  secret: string
  contactTo: string
  diskDir: string
  adminCommand: string
  unconfirmedMailPerHour: number
}

/** Every kind of mail, with the site's settings. */
export type MailKinds = Record<MailKind, MailDeclaration<FindDrafts>>

/**
 * Looks up what mails are about, in the transaction that claims them. Mail without a draft is not sent: its signup or
 * message was deleted, or its subscription has ended.
 */
export type FindDrafts = (
  db: Db,
  aboutIds: string[],
  more: { letter: string | null; isClaim: boolean },
) => Promise<Draft[]>

export interface Draft {
  aboutId: string
  /** An address, or Name <address>. */
  to: string
  emailKey: string
  /** Other personal data that must not be stored with an error: the visitor's name, in mail to the owner. */
  names?: string[]
  /** Called after the claim, and only if the mail is sent: it may read more of the database. */
  render(now: Date, db: Db): RenderedMail | Promise<RenderedMail>
}

export interface ClaimedMail {
  mail: OutboxTable
  draft: Draft
}

/** A mail's content, rendered when it is sent. */
export interface RenderedMail extends MailContent {
  /** Those that its HTML shows. */
  pictures?: MailPicture[]
  /** Instead of the site's own sender. */
  from?: string
  replyTo?: string
  /** On newsletter mail: accepts a one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string
  /** On newsletter mail: the letter's name, for the Feedback-ID header. */
  letter?: string
  /** On newsletter mail: no person sends it. The welcome letter. */
  isAutomatic?: boolean
}

type Policy = Pick<MailDeclaration, 'to' | 'ignores'>

export function ignoresSuppression({ to, ignores }: Policy, cause: SuppressionCause): boolean {
  return to === 'owner' || ignores.includes(cause)
}

export function unconfirmedKinds(kinds: MailKinds): MailKind[] {
  const unconfirmed = Object.values(kinds).filter(({ isUnconfirmed }) => isUnconfirmed)
  return unconfirmed.map(({ name }) => name)
}

/** Mail that a server refuses for the same reason: one letter, or all mail of a kind. */
export function scopeOf({ kind, letter }: OutboxTable): string {
  return letter === null ? kind : `letter ${letter}`
}

/** Drafts by the mail's id. */
export async function findDrafts(
  db: Db,
  kinds: MailKinds,
  mails: OutboxTable[],
  isClaim = false,
): Promise<Map<string, Draft>> {
  const drafts = new Map<string, Draft>()
  for (const group of Map.groupBy(mails, scopeOf).values()) {
    const [{ kind, letter }] = group as [OutboxTable]
    const aboutIds = group.map(({ about_id }) => about_id)
    const found = await kinds[kind].findDrafts(db, aboutIds, { letter, isClaim })
    const byAboutId = new Map(found.map((draft) => [draft.aboutId, draft]))
    for (const { id, about_id } of group) {
      const draft = byAboutId.get(about_id)
      if (draft) drafts.set(id, draft)
    }
  }
  return drafts
}
