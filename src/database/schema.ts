import type { Generated, Kysely, Transaction } from 'kysely'
import type { Language } from '#language.ts'
import type { ContactTexts, ContactValues, RequiredName } from '#submission-fields.ts'
import type { ServerTables } from './server-tables.ts'

/** ISO 8601 in UTC with milliseconds: sorts as text, reads the same in both databases. */
export type Instant = string

export interface SubscriberTable {
  id: string
  email: string
  /** The address without case: one person, one row. */
  email_key: string
  status: 'pending' | 'confirmed' | 'unsubscribed'
  /** Of the edition that the latest signup came from. All mail to the subscriber is in it. */
  language: Generated<Language>
  asked_at: Instant
  confirmed_at: Instant | null
  unsubscribed_at: Instant | null
}

type ContactColumns = {
  [Name in keyof ContactValues]: Name extends RequiredName ? string : Generated<string>
}

interface MessageTable extends ContactColumns {
  id: string
  email_key: string
  /** Of the edition that it came from. The receipt is in it. */
  language: Generated<Language>
  received_at: Instant
  /** When the owner marked it as answered. */
  answered_at: Instant | null
}

/** A form as it arrived. The request only stores it here; the inbox worker does the rest moments later. */
export interface SubmissionTable {
  id: string
  kind: 'newsletter' | 'message' | 'my-data' | 'probe'
  /** Null once it is processed, like the payload: the row then holds no personal data. */
  email_key: string | null
  /** JSON of the checked fields. */
  payload: string | null
  /** Keyed hashes of the Idempotency-Key and of the body that came with it. */
  key_hash: string | null
  body_hash: string | null
  attempts: number
  due_at: Instant
  processed_at: Instant | null
  last_error: string | null
  received_at: Instant
}

/** Submissions with a filled trap field: kept for the owner to look at, mailed to nobody. */
type QuarantineTable = Omit<MessageTable, keyof ContactTexts | 'language' | 'answered_at'> & {
  kind: 'newsletter' | 'message'
} & { [Field in keyof ContactTexts]: string | null }

export const mailKinds = [
  'confirm-signup',
  'message-notice',
  'message-receipt',
  'my-data-link',
  'mailbox-task',
  'digest',
  'flood-notice',
  'welcome',
  'letter',
] as const

export type MailKind = (typeof mailKinds)[number]

export const mailStatuses = ['queued', 'sending', 'sent', 'failed', 'in_doubt', 'skipped'] as const

/** One mail. The row says what it is about; the mail worker renders it when it sends it. */
export interface OutboxTable {
  id: string
  kind: MailKind
  /** The letter's name, on letters to subscribers only. */
  letter: string | null
  /** The consent, message, link, subscriber, task or digest that it is about. */
  about_id: string
  status: (typeof mailStatuses)[number]
  attempts: number
  /** When it may be claimed. Once it is sent, failed or skipped: when that happened. */
  due_at: Instant
  /** The mail worker that sends it, or sent it. */
  claimed_by: string | null
  last_error: string | null
  created_at: Instant
}

/** A letter to subscribers, rendered when it was sent. Its mail is in the outbox. */
export interface LetterTable {
  name: string
  /** JSON of LetterTexts: see letter-mail.tsx. */
  texts: string
  /** The From header. */
  sender: string
  public_url: string
  /** 'preparing' while its outbox rows are being written: nothing goes out before. */
  state: 'preparing' | 'started' | 'stopped'
  audience: number
  /** JSON: the counts of its expired outbox rows, by status. */
  archived_counts: string | null
  started_at: Instant
  due_at: Instant
}

/**
 * 'bounce': a mail server has no such mailbox; 'owner': imported; 'person': the switch on the data page; 'not-me':
 * "This wasn't me" in a confirmation mail.
 */
export type SuppressionCause = 'bounce' | 'owner' | 'person' | 'not-me'

export interface Schema extends ServerTables {
  submissions: SubmissionTable
  subscribers: SubscriberTable
  messages: MessageTable
  quarantine: QuarantineTable
  outbox: OutboxTable
  /** Addresses that get no mail, one row for each cause. Which mail a cause stops: see delivery-policy.ts. */
  suppressions: {
    email_key: string
    cause: SuppressionCause
    reason: string
    created_at: Instant
  }
  /** While a row exists, the mail that it names is not sent. */
  mail_pauses: {
    /** 'owner' and 'server' pause all mail; otherwise the name of the letter that a server refuses. */
    cause: string
    reason: string
    paused_at: Instant
    /** When the mail worker tries again; null: when the owner resumes it. */
    until: Instant | null
    times: number
  }
  /** One row for each confirmation mail. */
  consents: {
    /** Part of the confirmation link, so that a link confirms one request only. */
    id: string
    subscriber_id: string
    asked_at: Instant
    confirmed_at: Instant | null
    withdrawn_at: Instant | null
    line_hash: string
    privacy_hash: string
    /** The text beside the button that confirmed it. */
    confirm_hash: string | null
  }
  /** Every consent line and privacy text that anybody ever agreed to, once. */
  consent_texts: { hash: string; text: string; first_seen_at: Instant }
  /** Mail that the forms caused, counted per inbox. */
  mail_allowances: {
    id: string
    /** The canonical address: see email-address.ts. */
    inbox: string
    kind: MailKind
    /** 1 for a confirmation to an address without a +tag: see mail-allowance.ts. */
    is_reserved: number
    taken_at: Instant
  }
  /** Links to a my-data page. */
  data_links: { id: string; email_key: string; language: Generated<Language>; asked_at: Instant }
  /** After an erasure: the messages whose copies the owner has to delete from the mailbox by hand. */
  mailbox_tasks: {
    id: string
    /** When those messages were received, so that the owner finds them: instants separated by spaces. */
    received_times: string
    created_at: Instant
  }
  /** A keyed hash of an erased address: enough to erase it again from a restored backup. */
  erasures: { email_hash: string; erased_at: Instant }
  letters: LetterTable
}

/** A function that takes a Db accepts a Trx, too. One that takes a Trx writes in several steps. */
export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>
