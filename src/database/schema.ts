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

export interface Schema {
  subscribers: SubscriberTable
  messages: MessageTable
  quarantine: QuarantineTable
  idempotency_keys: IdempotencyKeyTable
  rate_limits: RateLimitTable
}
