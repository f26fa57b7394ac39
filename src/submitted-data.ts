import type { Processing } from './processing.ts'
import { contactFields, emailField } from './submission-fields.ts'

const messageColumns: Record<string, string | null> = {
  id: null,
  ...Object.fromEntries(contactFields.map(({ name, label }) => [name, label])),
  email_key: null,
  received_at: 'Received',
}

/** Submitted data, the proof of consent, and the mail that follows. The rest is in personal-data.ts. */
export const submittedData: Record<string, Processing> = {
  submissions: {
    title: 'Forms being processed',
    purpose: 'safety',
    person: 'email_key',
    since: 'received_at',
    columns: {
      id: null,
      kind: 'Form',
      email_key: null,
      payload: 'Fields',
      key_hash: null,
      body_hash: null,
      attempts: null,
      due_at: null,
      processed_at: null,
      last_error: null,
      received_at: 'Received',
    },
    endings: [
      {
        what: 'Records that a form was processed, without its fields',
        note: 'They keep a repeated request from being stored twice.',
        period: 'idempotencyHours',
        from: 'processed_at',
        only: 'processed_at is not null',
      },
      {
        what: 'Forms that could not be processed',
        period: 'stuckSubmissionDays',
        only: 'processed_at is null',
      },
    ],
  },
  subscribers: {
    title: 'Newsletter',
    purpose: 'newsletter',
    person: 'email_key',
    since: 'asked_at',
    columns: {
      id: null,
      email: emailField.label,
      email_key: null,
      status: 'Status',
      asked_at: 'Asked for',
      confirmed_at: 'Confirmed',
      unsubscribed_at: 'Ended',
    },
    endings: [
      {
        what: 'Unconfirmed signups',
        note: 'If you had unsubscribed before, that record stays.',
        period: 'pendingSignupDays',
        only: `status <> 'confirmed' and not exists (select 1 from consents
          where subscriber_id = subscribers.id and consents.confirmed_at is not null)`,
      },
      {
        what: 'Confirmed subscriptions',
        note: 'Counted from your confirmation or our latest newsletter, whichever is later.',
        period: 'subscriptionMonths',
        from: 'confirmed_at',
        isChange: true,
      },
      {
        what: 'Ended subscriptions, with their proof of consent',
        note: 'We keep them to respect your choice, and to show that we had your permission.',
        period: 'endedSubscriptionYears',
        from: 'unsubscribed_at',
        only: "status = 'unsubscribed'",
      },
    ],
  },
  consents: {
    title: 'Proof of consent',
    purpose: 'proof',
    person: 'subscriber',
    since: 'asked_at',
    columns: {
      id: null,
      subscriber_id: null,
      asked_at: 'Asked for',
      confirmed_at: 'Confirmed',
      withdrawn_at: 'Ended',
      line_hash: 'Fingerprint of the wording at the form',
      privacy_hash: 'Fingerprint of the Privacy Policy',
      confirm_hash: 'Fingerprint of the wording at the confirmation',
    },
    endings: [
      {
        what: 'Unanswered confirmation requests',
        period: 'pendingSignupDays',
        only: 'confirmed_at is null',
      },
    ],
  },
  consent_texts: {
    title: 'The wording you agreed to',
    purpose: 'proof',
    person: 'texts',
    since: 'first_seen_at',
    columns: { hash: 'Fingerprint', text: 'Wording', first_seen_at: null },
    // Our own wording: no personal data.
    endings: [],
  },
  messages: {
    title: 'Messages',
    purpose: 'answer',
    person: 'email_key',
    since: 'received_at',
    columns: { ...messageColumns, answered_at: 'Answered' },
    endings: [{ what: 'Contact messages', period: 'contactMessageMonths' }],
  },
  outbox: {
    title: 'Emails',
    purpose: 'safety',
    person: 'mail',
    since: 'created_at',
    columns: {
      id: null,
      kind: 'Email',
      letter: 'Newsletter',
      about_id: null,
      status: 'Status',
      attempts: 'Attempts',
      due_at: 'Last update',
      claimed_by: null,
      last_error: 'What the mail server said',
      created_at: 'Queued',
    },
    endings: [
      {
        what: 'Records of emails, newsletters included',
        note: 'Counted from the day it was sent or we stopped trying.',
        period: 'sentMailDays',
        // Not `from`: created_at has an index, and due_at is never earlier.
        also: 'due_at',
        // Those of letters are deleted by archiveLetterMail, which keeps their counts.
        only: "status in ('sent', 'failed', 'in_doubt', 'skipped') and letter is null",
      },
    ],
  },
  quarantine: {
    title: 'Held back as likely spam',
    purpose: 'safety',
    person: 'email_key',
    since: 'received_at',
    columns: { kind: 'Form', ...messageColumns },
    endings: [{ what: 'Entries held back as likely spam', period: 'quarantineDays' }],
  },
}
