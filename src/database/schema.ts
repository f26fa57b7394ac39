/** ISO 8601 in UTC with milliseconds: sorts as text, reads the same in both databases. */
export type Instant = string

export interface SubscriberTable {
  id: string
  email: string
  /** The address without case: one person, one row. */
  email_key: string
  status: 'pending' | 'confirmed' | 'unsubscribed'
  asked_at: Instant
  confirmed_at: Instant | null
  unsubscribed_at: Instant | null
}

export interface MessageTable {
  id: string
  name: string
  email: string
  email_key: string
  message: string
  received_at: Instant
}

/** Submissions with a filled trap field: kept for the owner to look at, mailed to nobody. */
export interface QuarantineTable {
  id: string
  kind: 'newsletter' | 'message'
  name: string | null
  email: string
  email_key: string
  message: string | null
  received_at: Instant
}

export interface IdempotencyKeyTable {
  key_hash: string
  body_hash: string
  created_at: Instant
}

export interface RateLimitTable {
  client_hash: string
  /** Minutes since 1970. */
  minute: number
  count: number
}

export interface OutboxTable {
  id: string
  kind: string
  /** Who gets it and what it says: null once forgotten, like email_key, subject, html and text. */
  to_email: string | null
  email_key: string | null
  subject: string | null
  html: string | null
  text: string | null
  reply_to: string | null
  /** The address that takes the one-click unsubscribe, on newsletter mail only. */
  list_unsubscribe: string | null
  /** The same at every attempt. Its part after the @ is added when the first one begins. */
  message_id: string
  status: 'waiting' | 'sending' | 'sent' | 'failed' | 'suppressed'
  attempts: number
  next_attempt_at: Instant
  /** When it was queued or last taken up. Lies in the future only after the clock was set back. */
  touched_at: Instant
  /** While 'sending': when another process may take it for abandoned. */
  lease_until: Instant | null
  last_error: string | null
  created_at: Instant
  sent_at: Instant | null
}

/** Addresses that a mail server refused for good. */
export interface SuppressionTable {
  email_key: string
  reason: string
  created_at: Instant
}

/** While there is a row, no mail goes out. */
export interface MailPauseTable {
  cause: 'authentication' | 'owner'
  reason: string
  paused_at: Instant
  /** When the courier tries again by itself; null: when the owner says so. */
  until: Instant | null
  times: number
}

/** One row a signup that was asked to confirm: what was asked, when, and what came of it. */
export interface ConsentTable {
  /** Stands in the confirmation link, so that a link confirms this asking and no other. */
  id: string
  subscriber_id: string
  asked_at: Instant
  confirmed_at: Instant | null
  withdrawn_at: Instant | null
  line_hash: string
  privacy_hash: string
}

/** Every consent line and privacy text that anybody ever agreed to, once. */
export interface ConsentTextTable {
  hash: string
  text: string
  first_seen_at: Instant
}

/** Mails to one address that strangers can cause: so many numbered places a day, and no more. */
export interface MailAllowanceTable {
  kind: string
  email_key: string
  place: number
  taken_at: Instant
}

/** Links to a my-data page. */
export interface DataLinkTable {
  id: string
  email_key: string
  asked_at: Instant
}

/** Addresses that want no mail, until they say otherwise on their my-data page. */
export interface ObjectionTable {
  email_key: string
  objected_at: Instant
}

/** What is left of an erased address: enough to erase it again from a restored backup. */
export interface ErasureTable {
  email_hash: string
  erased_at: Instant
}

/** One row: when the next mail may go out, for all processes together. */
export interface MailPaceTable {
  id: number
  next_at: Instant
}

/** There is one launch, so there is one row. */
export interface LaunchTable {
  id: 'launch'
  subject: string
  /** Markdown. */
  body: string
  audience: number
  started_at: Instant
}

/** The ledger, a row a recipient. It holds no address: whoever is erased is erased here too. */
export interface LaunchRecipientTable {
  subscriber_id: string
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'in_doubt' | 'skipped'
  /** Whose claim it is while 'sending', or was. */
  run_id: string | null
  /** Temporary refusals in the present run. */
  attempts: number
  retry_at: Instant | null
  reason: string | null
  changed_at: Instant
}

/** Processes that send. One that stops beating is taken for dead. */
export interface LaunchRunTable {
  id: string
  host: string
  pid: number
  beat_at: Instant
}

export interface BackupTable {
  made_at: Instant
  file: string
}

export interface Schema {
  subscribers: SubscriberTable
  messages: MessageTable
  quarantine: QuarantineTable
  idempotency_keys: IdempotencyKeyTable
  rate_limits: RateLimitTable
  outbox: OutboxTable
  suppressions: SuppressionTable
  mail_pauses: MailPauseTable
  consents: ConsentTable
  consent_texts: ConsentTextTable
  mail_allowances: MailAllowanceTable
  data_links: DataLinkTable
  objections: ObjectionTable
  erasures: ErasureTable
  mail_pace: MailPaceTable
  launches: LaunchTable
  launch_recipients: LaunchRecipientTable
  launch_runs: LaunchRunTable
  backups: BackupTable
}
