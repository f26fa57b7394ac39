import type { Instant } from './instant.ts'

/** One mail. The row says what it is about; the courier writes it when it sends it. */
export interface OutboxTable {
  id: string
  kind: string
  /** The letter's name, on letters to subscribers only. */
  letter: string | null
  /** The consent, message, link or subscriber that it is about: by this it finds its recipient. */
  about_id: string
  status: 'queued' | 'sending' | 'sent' | 'failed' | 'in_doubt' | 'skipped'
  attempts: number
  /** When it may be taken; while 'sending', when its claim ends; after that, since when it is over. */
  due_at: Instant
  /** The courier whose it is while 'sending', or was. */
  claimed_by: string | null
  last_error: string | null
  created_at: Instant
}

/** A letter to subscribers, as it was when it was sent, and how many of its mails are in each state. */
export interface LetterTable {
  name: string
  subject: string
  preview: string | null
  /** Markdown. */
  body: string
  /** 'preparing' while its outbox rows are being written: nothing goes out before. */
  state: 'preparing' | 'started' | 'stopped'
  audience: number
  started_at: Instant
  due_at: Instant
  queued: number
  sending: number
  sent: number
  failed: number
  in_doubt: number
  skipped: number
}
