import type { lifetimes } from './lifetimes.ts'

/** How long, by the name of the figure: one of ours, or the owner's own in content/site.ts. */
export type Period =
  | Extract<keyof typeof lifetimes, `${string}${'Minutes' | 'Hours' | 'Days' | 'Months' | 'Years'}`>
  | 'subscriptionMonths'

export interface Ending {
  /** As the policy names it, with what there is to add. */
  what: string
  note?: string
  period: Period
  /** The column that it counts from, where that is not `since`; there must be an index on it. */
  from?: string
  /** Another that must be as old; it needs no index. */
  also?: string
  /** Which rows alone, in SQL. */
  only?: string
  /** The row is not deleted, but changed by code of its own: see forget-expired.ts. */
  isChange?: true
}

export interface Held {
  title: string
  purpose: keyof typeof purposes
  /** How a row finds its person; 'hash': only whoever knows the person can find it. */
  person: keyof typeof erasures
  /** Of its primary key, where that is not the id. */
  key?: string[]
  /** Since when a row is held. */
  since: string
  /** Each with its name on the person's own page; null: of no meaning to anybody but the database. */
  columns: Record<string, string | null>
  endings: Ending[]
}

export const purposes = {
  newsletter: { aim: 'to send the newsletter', basis: 'consent, article 6(1)(a)' },
  proof: {
    aim: 'to prove consent and to respond when people use their rights',
    basis: 'legal obligations, article 6(1)(c) together with articles 7(1) and 12',
  },
  answer: {
    aim: 'to answer contact requests',
    basis:
      'steps at the person’s request before a possible contract, article 6(1)(b); for all other messages the legitimate interest in answering, article 6(1)(f)',
  },
  safety: {
    aim: 'to keep the forms and the mail safe and reliable',
    basis:
      'the legitimate interest in a site that works and is not abused, article 6(1)(f) and, for security, article 32',
  },
  refusal: {
    aim: 'to respect that somebody wants no mail',
    basis: 'legal obligations, article 6(1)(c) together with articles 18 and 21',
  },
}

/** What becomes of a row when its person is erased, by how it finds its person. */
export const erasures = {
  email_key: 'deleted',
  inbox: 'deleted',
  subscriber: 'deleted with the signup',
  mail: 'what it was about is deleted, so that it names nobody',
  texts: 'names nobody; ends with its period',
  hash: 'names nobody; ends with its period',
}

/**
 * Every table that holds something about people: what, what for, how long, what they see of it, and what
 * an erasure does to it. From this come the sweeps, the erasure, the data page, the policy's periods and
 * the register of processing. A test compares it with the database.
 */
export const personalData: Record<string, Held> = {
  subscribers: {
    title: 'Newsletter',
    purpose: 'newsletter',
    person: 'email_key',
    since: 'asked_at',
    columns: {
      id: null,
      email: 'Address',
      email_key: null,
      status: 'Status',
      asked_at: 'Asked for',
      confirmed_at: 'Confirmed',
      unsubscribed_at: 'Ended',
    },
    endings: [
      {
        what: 'Unconfirmed signups',
        note: 'A signup of an address that had left before goes back to what it was.',
        period: 'pendingSignupDays',
        only: `status <> 'confirmed' and not exists (select 1 from consents
          where subscriber_id = subscribers.id and consents.confirmed_at is not null)`,
      },
      {
        what: 'Confirmed subscriptions',
        note: 'It counts from your confirmation, or from our last letter to all subscribers if that is later.',
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
      line_hash: 'Fingerprint of the words at the form',
      privacy_hash: 'Fingerprint of the Privacy Policy',
      confirm_hash: 'Fingerprint of the words at the confirmation',
    },
    endings: [
      {
        what: 'Requests to confirm that nobody answered',
        period: 'pendingSignupDays',
        only: 'confirmed_at is null',
      },
    ],
  },
  consent_texts: {
    title: 'What you read then',
    purpose: 'proof',
    person: 'texts',
    since: 'first_seen_at',
    columns: { hash: 'Fingerprint', text: 'Words', first_seen_at: null },
    // Our own words. No row says who read them.
    endings: [],
  },
  messages: {
    title: 'Messages',
    purpose: 'answer',
    person: 'email_key',
    since: 'received_at',
    columns: {
      id: null,
      name: 'Name',
      email: 'Address',
      email_key: null,
      message: 'Message',
      received_at: 'Received',
    },
    endings: [{ what: 'Contact messages', period: 'contactMessageMonths' }],
  },
  outbox: {
    title: 'E-mails',
    purpose: 'safety',
    person: 'mail',
    since: 'created_at',
    columns: {
      id: null,
      kind: 'Mail',
      letter: 'Letter',
      about_id: null,
      status: 'Status',
      attempts: 'Tries',
      due_at: 'Due, or settled',
      claimed_by: null,
      last_error: 'What the mail server said',
      created_at: 'Queued',
    },
    endings: [
      {
        what: 'Records of e-mails, letters included',
        note: 'It counts from the day on which one was sent or given up. What still waits then is given up.',
        period: 'sentMailDays',
        // What is over for so long was queued before that, and by that time there is an index.
        also: 'due_at',
        only: "status in ('sent', 'failed', 'in_doubt', 'skipped')",
      },
    ],
  },
  quarantine: {
    title: 'Set aside as automated',
    purpose: 'safety',
    person: 'email_key',
    since: 'received_at',
    columns: {
      id: null,
      kind: 'Form',
      name: 'Name',
      email: 'Address',
      email_key: null,
      message: 'Message',
      received_at: 'Received',
    },
    endings: [{ what: 'Quarantined entries', period: 'quarantineDays' }],
  },
  objections: {
    title: 'Objection',
    purpose: 'refusal',
    person: 'email_key',
    key: ['email_key'],
    since: 'objected_at',
    columns: { email_key: null, objected_at: 'Objected' },
    endings: [
      {
        what: 'Objections',
        note: 'Or until you allow e-mail again.',
        period: 'objectionYears',
      },
    ],
  },
  restrictions: {
    title: 'Restriction',
    purpose: 'refusal',
    person: 'email_key',
    since: 'restricted_at',
    columns: { email_key: null, restricted_at: 'Restricted' },
    // It ends when it is lifted: until then nothing of that person ends.
    endings: [],
  },
  mail_allowances: {
    title: 'Mails counted today',
    purpose: 'safety',
    person: 'inbox',
    key: ['email_key', 'kind', 'place'],
    since: 'taken_at',
    columns: { kind: 'Mail', email_key: null, place: null, taken_at: 'Counted' },
    endings: [{ what: 'Counts of e-mails to one address', period: 'mailCountDays' }],
  },
  data_links: {
    title: 'Links to your data',
    purpose: 'proof',
    person: 'email_key',
    since: 'asked_at',
    columns: { id: null, email_key: null, asked_at: 'Asked for' },
    endings: [{ what: 'Requests for a link to your data', period: 'dataLinkRecordDays' }],
  },
  // After those by which a refused address is still known: see settle-mail.ts.
  suppressions: {
    title: 'Mail refused',
    purpose: 'safety',
    person: 'email_key',
    key: ['email_key'],
    since: 'created_at',
    columns: { email_key: null, reason: 'Why', created_at: 'Since' },
    endings: [{ what: 'Addresses that take no mail', period: 'suppressionMonths' }],
  },
  mailbox_tasks: {
    title: 'Notes to ourselves about our mailbox',
    purpose: 'proof',
    person: 'hash',
    since: 'created_at',
    columns: { id: null, task: null, received_times: null, created_at: null },
    endings: [
      {
        what: 'Notes to ourselves to delete or correct the copy of a message in our mailbox',
        note: 'They name the moment when it arrived, and nobody.',
        period: 'sentMailDays',
      },
    ],
  },
  idempotency_keys: {
    title: 'Repeat protection',
    purpose: 'safety',
    person: 'hash',
    key: ['key_hash'],
    since: 'created_at',
    columns: { key_hash: null, body_hash: null, created_at: null },
    endings: [{ what: 'Repeat-protection records', period: 'idempotencyHours' }],
  },
  rate_limits: {
    title: 'Rate limit',
    purpose: 'safety',
    person: 'hash',
    key: ['client_hash'],
    since: 'minute',
    columns: { client_hash: null, minute: null, count: null },
    endings: [
      {
        what: 'The keyed hashes for the rate limit',
        note: 'At most: the count of a minute goes with it, that of a day at its end.',
        period: 'rateLimitDays',
      },
    ],
  },
  erasures: {
    title: 'Erasures',
    purpose: 'proof',
    person: 'hash',
    key: ['email_hash'],
    since: 'erased_at',
    columns: { email_hash: null, erased_at: null },
    endings: [
      {
        what: 'After an erasure, a keyed hash of the erased address',
        note: 'With it the erasure is repeated should a backup be restored.',
        period: 'erasureHashDays',
      },
    ],
  },
}
