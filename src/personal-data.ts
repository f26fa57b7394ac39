import type { Processing } from './processing.ts'
import { submittedData } from './submitted-data.ts'

/**
 * Every table that holds something about people: what, what for, how long, what they see of it, and what
 * an erasure does to it. From this come the sweeps, the erasure, the data page, the policy's periods and
 * the register of processing. A test compares it with the database.
 */
export const personalData: Record<string, Processing> = {
  ...submittedData,
  objections: {
    title: 'Objection',
    purpose: 'refusal',
    person: 'email_key',
    since: 'objected_at',
    columns: { email_key: null, objected_at: 'Objected' },
    endings: [
      { what: 'Objections', note: 'Or until you allow e-mail again.', period: 'objectionYears' },
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
    since: 'taken_at',
    columns: { email_key: null, kind: 'Mail', place: null, taken_at: 'Counted' },
    endings: [{ what: 'Counts of e-mails to one address', period: 'mailCountDays' }],
  },
  data_links: {
    title: 'Links to your data',
    purpose: 'proof',
    person: 'email_key',
    since: 'asked_at',
    columns: { id: null, email_key: null, asked_at: 'Asked for' },
    endings: [
      {
        what: 'Requests for a link to your data',
        note: 'It counts from the day on which the e-mail with the link was sent or given up.',
        period: 'dataLinkRecordDays',
        also: 'coalesce((select max(due_at) from outbox where about_id = data_links.id), asked_at)',
        only: `not exists (select 1 from outbox where about_id = data_links.id
          and status in ('queued', 'sending'))`,
      },
    ],
  },
  // After those by which a refused address is still known: see settle-mail.ts.
  suppressions: {
    title: 'Mail refused',
    purpose: 'safety',
    person: 'email_key',
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
    since: 'created_at',
    columns: { key_hash: null, body_hash: null, created_at: null },
    endings: [{ what: 'Repeat-protection records', period: 'idempotencyHours' }],
  },
  rate_limits: {
    title: 'Rate limit',
    purpose: 'safety',
    person: 'hash',
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
