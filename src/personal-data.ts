import { contactFields } from './submission-fields.ts'

/**
 * How long data is kept and links work. The code that enforces it and the policy that promises it read these values.
 * The period of a confirmed subscription is the owner's: see content/site.ts.
 */
export const periods = {
  pendingSignupDays: 30,
  endedSubscriptionYears: 5,
  contactMessageMonths: 24,
  sentMailDays: 30,
  suppressionMonths: 24,
  notMeDays: 30,
  /** Longer, to recognise a second objection. */
  notMeRecordDays: 60,
  mailCountHours: 24,
  dataLinkRecordHours: 24,
  erasureHashDays: 30,
  quarantineDays: 30,
  idempotencyHours: 24,
  stuckSubmissionDays: 30,
  /** Daily totals without personal data: see delete-expired.ts. */
  visitMonths: 24,
  dataLinkMinutes: 60,
  confirmLinkDays: 7,
} as const

/** Mail to one mailbox, over all kinds that the forms cause. The privacy policy states it. */
export const unconfirmedMailsPerDay = 3

export type Period = keyof typeof periods | 'subscriptionMonths'

/** An older backup would bring back people whose erasure can't be repeated. */
export const maxBackupAge: Period = 'erasureHashDays'

interface RetentionRule {
  period: Period
  /** The column it counts from, if not `since`. It must have an index. */
  from?: string
  /** SQL: it counts from this time if that is later. It needs no index. */
  laterTime?: string
  /** SQL: applies to these rows only. */
  condition?: string
  /** The row is not deleted: end-expired-subscriptions.ts ends the subscription. */
  isEnded?: true
}

/** A table with personal data. */
export interface HeldTable {
  /** Explained, with its legal basis, in personal-data-texts.ts. */
  purpose: 'newsletter' | 'proof' | 'answer' | 'safety' | 'suppression'
  /** How the rows of an address are found: see rows-of-address.ts. */
  foundBy:
    | 'email_key'
    | 'mailbox'
    | 'any_spelling'
    | 'subscriber'
    | 'mail'
    | 'consent_hash'
    | 'nothing'
  /** Only 'deleted' has erase-person.ts delete rows. The record of processing prints it. */
  onErasure:
    | 'deleted'
    | 'deleted with the signup'
    | 'its subject is deleted, so that it names nobody'
    | 'names nobody; stays'
    | 'names nobody; ends with its period'
  /** The column with the time from which a row is held. */
  since: string
  /** Without an `id`, the first column is the key. */
  columns: string[]
  retention: RetentionRule[]
}

const messageColumns = ['id', ...contactFields.map(({ name }) => name), 'email_key', 'received_at']

/**
 * Every table with personal data: why it is held, how long, and what an erasure does with it. Retention, erasure, the
 * data page, the policy's periods and the record of processing are all derived from this. A test compares it with the
 * database.
 */
export const personalData: Record<string, HeldTable> = {
  submissions: {
    purpose: 'safety',
    foundBy: 'email_key',
    onErasure: 'deleted',
    since: 'received_at',
    columns: [
      'id',
      'kind',
      'email_key',
      'payload',
      'key_hash',
      'body_hash',
      'attempts',
      'due_at',
      'processed_at',
      'last_error',
      'received_at',
    ],
    retention: [
      { period: 'idempotencyHours', from: 'processed_at', condition: 'processed_at is not null' },
      { period: 'stuckSubmissionDays', condition: 'processed_at is null' },
    ],
  },
  subscribers: {
    purpose: 'newsletter',
    foundBy: 'email_key',
    onErasure: 'deleted',
    since: 'asked_at',
    columns: [
      'id',
      'email',
      'email_key',
      'status',
      'language',
      'asked_at',
      'confirmed_at',
      'unsubscribed_at',
    ],
    retention: [
      {
        period: 'pendingSignupDays',
        condition: `status <> 'confirmed' and not exists (select 1 from consents
          where subscriber_id = subscribers.id and consents.confirmed_at is not null)`,
      },
      { period: 'subscriptionMonths', from: 'confirmed_at', isEnded: true },
      {
        period: 'endedSubscriptionYears',
        from: 'unsubscribed_at',
        condition: "status = 'unsubscribed'",
      },
    ],
  },
  consents: {
    purpose: 'proof',
    foundBy: 'subscriber',
    onErasure: 'deleted with the signup',
    since: 'asked_at',
    columns: [
      'id',
      'subscriber_id',
      'asked_at',
      'confirmed_at',
      'withdrawn_at',
      'line_hash',
      'privacy_hash',
      'confirm_hash',
    ],
    retention: [{ period: 'pendingSignupDays', condition: 'confirmed_at is null' }],
  },
  consent_texts: {
    purpose: 'proof',
    foundBy: 'consent_hash',
    onErasure: 'names nobody; stays',
    since: 'first_seen_at',
    columns: ['hash', 'text', 'first_seen_at', 'kind', 'language'],
    // Our own wording: no personal data.
    retention: [],
  },
  messages: {
    purpose: 'answer',
    foundBy: 'email_key',
    onErasure: 'deleted',
    since: 'received_at',
    columns: [...messageColumns, 'language', 'answered_at'],
    retention: [{ period: 'contactMessageMonths' }],
  },
  outbox: {
    purpose: 'safety',
    foundBy: 'mail',
    // Its error is cleared, too: mail servers repeat addresses in it.
    onErasure: 'its subject is deleted, so that it names nobody',
    since: 'created_at',
    columns: [
      'id',
      'kind',
      'letter',
      'about_id',
      'status',
      'attempts',
      'due_at',
      'tried_at',
      'claimed_by',
      'last_error',
      'created_at',
    ],
    retention: [
      {
        period: 'sentMailDays',
        // Not `from`: created_at has an index, and due_at is never earlier.
        laterTime: 'due_at',
        // Those of letters are deleted by archiveLetterMail, which keeps their counts.
        condition: "status in ('sent', 'failed', 'in_doubt', 'skipped') and letter is null",
      },
    ],
  },
  quarantine: {
    purpose: 'safety',
    foundBy: 'email_key',
    onErasure: 'deleted',
    since: 'received_at',
    columns: ['kind', ...messageColumns],
    retention: [{ period: 'quarantineDays' }],
  },
  mail_allowances: {
    purpose: 'safety',
    foundBy: 'mailbox',
    onErasure: 'deleted',
    since: 'taken_at',
    columns: ['id', 'inbox', 'kind', 'is_reserved', 'taken_at'],
    retention: [{ period: 'mailCountHours' }],
  },
  data_links: {
    purpose: 'proof',
    foundBy: 'email_key',
    onErasure: 'deleted',
    since: 'asked_at',
    columns: ['id', 'email_key', 'language', 'asked_at'],
    retention: [
      {
        period: 'dataLinkRecordHours',
        laterTime:
          'coalesce((select max(due_at) from outbox where about_id = data_links.id), asked_at)',
        condition: `not exists (select 1 from outbox where about_id = data_links.id
          and status in ('queued', 'sending'))`,
      },
    ],
  },
  // After the tables that recording a bounce locks first: erasure must lock in the same order.
  suppressions: {
    purpose: 'suppression',
    foundBy: 'any_spelling',
    onErasure: 'deleted',
    since: 'created_at',
    columns: ['email_key', 'inbox', 'cause', 'reason', 'created_at'],
    retention: [
      { period: 'suppressionMonths', condition: "cause not in ('person', 'not-me')" },
      { period: 'notMeRecordDays', condition: "cause = 'not-me'" },
    ],
  },
  mailbox_tasks: {
    purpose: 'proof',
    foundBy: 'nothing',
    onErasure: 'names nobody; ends with its period',
    since: 'created_at',
    columns: ['id', 'received_times', 'created_at'],
    retention: [{ period: 'sentMailDays' }],
  },
  erasures: {
    purpose: 'proof',
    foundBy: 'nothing',
    onErasure: 'names nobody; ends with its period',
    since: 'erased_at',
    columns: ['email_hash', 'erased_at'],
    retention: [{ period: 'erasureHashDays' }],
  },
}
