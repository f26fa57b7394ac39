import type { Generated, Kysely, Transaction } from 'kysely'
import type { Language } from '#language.ts'
import type { ConsentKind } from '#shown-texts.ts'
import type { ContactTexts, ContactValues, RequiredName } from '#submission-fields.ts'

/** ISO 8601 in UTC with milliseconds: sorts as text, reads the same in both databases. */
export type Instant = string

export interface SubscriberTable {
  id: string
  email: string
  /** The address without case: one person, one row. */
  email_key: string
  status: 'pending' | 'confirmed' | 'unsubscribed'
  /** Of the latest signup, then of the page that confirmed it; from then on the subscriber changes it, on the data page. */
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

/** Each is declared in the file with its text. One that owner/mail-kinds.ts doesn't list fails the type check. */
export type MailKind =
  | 'confirm-signup'
  | 'my-data-link'
  | 'message-receipt'
  | 'message-notice'
  | 'message-summary'
  | 'mailbox-task'
  | 'flood-notice'
  | 'digest'
  | 'welcome'
  | 'letter'

export const mailStatuses = ['queued', 'sending', 'sent', 'failed', 'in_doubt', 'skipped'] as const

/** One mail. The row says what it is about; the mail worker renders it when it sends it. */
export interface OutboxTable {
  id: string
  kind: MailKind
  /** The letter's name, on letters to subscribers only. */
  letter: string | null
  /** The consent, message, link, subscriber, task or digest that it is about: see its kind. */
  about_id: string
  status: (typeof mailStatuses)[number]
  attempts: number
  /** When it may be claimed. Once it is sent, failed or skipped: when that happened. */
  due_at: Instant
  /** When it was first claimed to be sent, no matter how that ended. */
  tried_at: Instant | null
  /** The mail worker that sends it, or sent it. */
  claimed_by: string | null
  last_error: string | null
  created_at: Instant
}

/** A letter to subscribers, rendered when it was sent or scheduled. Once it is due, its mail is in the outbox. */
export interface LetterTable {
  name: string
  /** JSON of LetterTexts: see stored-letters.ts. */
  texts: string
  /** The From header. */
  sender: string
  public_url: string
  /**
   * 'held' until there is a launch; 'scheduled' until it is due; 'preparing' while its outbox rows are written: nothing
   * goes out before.
   */
  state: 'held' | 'scheduled' | 'preparing' | 'started' | 'stopped'
  audience: number
  /** JSON: the counts of its expired outbox rows, by status. */
  archived_counts: string | null
  /** When the owner sent or scheduled it; `due_at` is when it goes out. */
  started_at: Instant
  /** Its audience is everyone who is confirmed at this time. Meaningless while it is held. */
  due_at: Instant
  /** 1: it goes out with the launch, whenever that is: see launch-letters.ts. */
  at_launch: number
  /** When a server began to write its outbox rows. */
  queued_at: Instant | null
  /** Null: it has no page on the site. */
  page: 'public' | 'hidden' | null
}

/** A picture of a letter, encoded when the letter was sent or scheduled: see letter-pictures.ts. */
interface LetterPictureTable {
  letter: string
  name: string
  file: string
  cid: string
  type: 'image/jpeg' | 'image/png'
  width: number
  height: number
  base64: string
}

/** A letter that the owner writes in the console. It counts instead of a file of the same name. */
export interface LetterDraftTable {
  name: string
  /** Counts the saved changes, so that two writers don't overwrite each other. */
  version: number
  /** JSON of DraftTexts: see letter-drafts.ts. */
  texts: string
  /** 1: it has a page on the site once it goes out. */
  is_public: number
  /** JSON: hashes of the sample texts that it was copied from. */
  samples: string | null
  /** Only of welcome letters: the text that goes out, apart from the one that is being written. */
  used_texts: string | null
  used_at: Instant | null
  created_at: Instant
  saved_at: Instant
}

/** A picture of a draft, encoded when it was added. */
type DraftPictureTable = LetterPictureTable & { added_at: Instant }

/**
 * 'bounce': a mail server has no such mailbox; 'owner': imported; 'person': the switch on the data page; 'not-me':
 * "This wasn't me" in a confirmation mail.
 */
export type SuppressionCause = 'bounce' | 'owner' | 'person' | 'not-me'

/** Tables about the site itself, without personal data. */
interface ServerTables {
  /** One row: the server that processes submissions and sends mail. It increments the counter as a heartbeat. */
  lease: { id: number; holder: string; counter: number }
  /** One row: the settings of the server that started last. */
  server_settings: {
    id: number
    public_url: string
    mail_from: string
    started_at: Instant
    /** All settings as JSON, with the time of the start: see server-settings.ts. */
    settings: string | null
  }
  backups: { made_at: Instant; file: string }
  /** The contents of a backup, counted when it was made, and whether a restore of it brought all of them back. */
  backup_proofs: {
    made_at: Instant
    /** Confirmed ones. */
    subscribers: number
    messages: number
    /** All rows of all tables. */
    total: number
    proven_at: Instant | null
    /** When BACKUP_COMMAND had taken it to a second place. */
    copied_at: Instant | null
    /** Why it is not proven, or not copied. */
    failure: string | null
  }
  /** Visits and signups by source, without personal data. */
  visits: {
    /** UTC. */
    day: string
    /** The tag in the address (utm_source, ref), the referring site, 'direct', 'untagged' or 'other'. */
    source: string
    visits: number
    signups: number
  }
  /** Steps from the form to the list, without personal data: see funnel-steps.ts. */
  funnel: {
    day: string
    domain: string
    /** 'opened' is an upper bound: mail scanners open links, too. */
    step: 'asked' | 'accepted' | 'refused' | 'opened' | 'confirmed'
    count: number
  }
  /** A summary for the owner, once a period. */
  digests: { id: string; since: Instant; queued_at: Instant }
}

export interface Schema extends ServerTables {
  submissions: SubmissionTable
  subscribers: SubscriberTable
  messages: MessageTable
  quarantine: QuarantineTable
  outbox: OutboxTable
  /** Addresses that get no mail, one row for each cause. Which mail a cause stops: see mail-declaration.ts. */
  suppressions: {
    email_key: string
    /** The canonical address, if the cause holds for all its spellings: see suppressions.ts. */
    inbox: string | null
    cause: SuppressionCause
    reason: string
    created_at: Instant
  }
  /** While a row exists, the mail that it names is not sent. */
  mail_pauses: {
    /** 'owner' and 'server' pause all mail; 'letter NAME' pauses one letter, which a mail server refuses. */
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
  consent_texts: {
    hash: string
    text: string
    first_seen_at: Instant
    /** Both are null in rows from before these columns: no page names such a text. */
    kind: ConsentKind | null
    language: Language | null
  }
  /** Mail that the forms caused, counted per mailbox. */
  mail_allowances: {
    id: string
    /** The canonical address: see email-address.ts. */
    inbox: string
    kind: MailKind
    /** 1 for a confirmation or data link that had a mail of its own: see mailbox-limit.ts. */
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
  letter_pictures: LetterPictureTable
  letter_drafts: LetterDraftTable
  draft_pictures: DraftPictureTable
}

/** A function that takes a Db accepts a Trx, too. One that takes a Trx writes in several steps. */
export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>
