/**
 * Sentences that the site stores in `last_error` and `reason`, as the owner reads them: why a mail was not sent or is in
 * doubt, and why an address gets none. Other sentences there come from a mail server or its connection. Rows keep the
 * sentence that was stored: after a change, the old one must still be known to personal-data-entries.tsx.
 */
export const storedReasons = {
  noMoreEmail: 'asked for no more email',
  notMe: 'said that the signup was not theirs',
  notMeAgain: 'said again that a signup was not theirs',
  imported: 'imported by the owner',
  unwanted: 'source deleted, or the recipient is no longer eligible',
  waitedTooLong: 'waited too long',
  stopped: 'stopped by the owner',
  restored: 'queued when the backup was made',
  processEnded: 'the sending process ended before the outcome was known',
} as const

export type StoredReason = (typeof storedReasons)[keyof typeof storedReasons]
