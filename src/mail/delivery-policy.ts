import type { MailKind, OutboxTable, SuppressionCause } from '#database/schema.ts'
import type { SendOutcome } from './send-outcome.ts'

/** Every limit, retry time and pause of the mail worker. */
export const delivery = {
  connections: 5,
  /** Reserved for other mail, so that a visitor's mail never waits for a hanging letter. */
  connectionsWithoutLetters: 1,
  /** The size of a claim, in seconds of sending: that much of a letter is in doubt after a crash. */
  claimSeconds: 0.1,
  maxClaim: 100,
  /** Claimed mail that isn't being sent by then is released: its recipient may have unsubscribed. */
  maxClaimAgeMs: 500,
  /** Odd, because every second claim takes the newest mail first. */
  lettersFirstEvery: 5,
  pollMs: 1000,
  /** Limit for catching up after a late timer or a slow disk. */
  maxCatchUpMs: 100,
  stopTimeoutMs: 5000,

  firstRetryMs: 30_000,
  maxRetryMs: 4 * 3_600_000,
  /** With these pauses 39 attempts take five days. */
  maxAttempts: 39,
  /** For a refusal that nothing else confirms. */
  maxUnsureAttempts: 4,
  /** For mail to a visitor that may have arrived each time. */
  maxDoubtfulAttempts: 3,

  /** This many failures in a row mean that the server is at fault, not the mail. */
  failuresInARow: 5,
  firstPauseMs: 60_000,
  maxPauseMs: 3_600_000,
} as const

/** 30 seconds, then twice as long each time, up to four hours. */
export function retryDelayMs(attempts: number): number {
  return Math.min(delivery.firstRetryMs * 2 ** (attempts - 1), delivery.maxRetryMs)
}

/** A minute, then twice as long each time, up to an hour. */
export function pauseMs(times: number): number {
  return Math.min(delivery.firstPauseMs * 2 ** (times - 1), delivery.maxPauseMs)
}

/** Suppressions that a kind of mail ignores. Mail to the owner must never stop because their mailbox was full. */
const ignoredCauses: Partial<Record<MailKind, SuppressionCause[]>> = {
  'message-notice': ['bounce', 'owner', 'person'],
  'mailbox-task': ['bounce', 'owner', 'person'],
  digest: ['bounce', 'owner', 'person'],
  'flood-notice': ['bounce', 'owner', 'person'],
  // Somebody who wants no more email can still ask for their data.
  'my-data-link': ['person'],
}

export function ignoresSuppression(kind: MailKind, cause: SuppressionCause): boolean {
  if (cause === 'not-me') return kind !== 'confirm-signup'
  return ignoredCauses[kind]?.includes(cause) ?? false
}

export function isToVisitor(kind: MailKind): boolean {
  return !ignoresSuppression(kind, 'bounce')
}

export type Outcome = SendOutcome | { kind: 'not-begun' }

/** The row's new state after an attempt. */
export function stateAfter(mail: OutboxTable, outcome: Outcome, now: Date) {
  const due_at = now.toISOString()
  if (outcome.kind === 'not-begun') return { status: 'queued' as const, due_at }
  const attempts = mail.attempts + 1
  if (outcome.kind === 'sent') {
    return { status: 'sent' as const, attempts, due_at, last_error: null }
  }
  const change = { attempts, due_at, last_error: outcome.reason }
  if (outcome.kind === 'in-doubt' && mail.letter !== null) {
    return { status: 'in_doubt' as const, ...change }
  }
  if (attempts >= maxAttempts(mail.kind, outcome.kind)) {
    return { status: 'failed' as const, ...change }
  }
  const retryAt = new Date(now.getTime() + retryDelayMs(attempts)).toISOString()
  return { status: 'queued' as const, ...change, due_at: retryAt }
}

function maxAttempts(kind: MailKind, outcome: SendOutcome['kind']): number {
  if (outcome.startsWith('rejected')) return 1
  if (outcome === 'unsure') return delivery.maxUnsureAttempts
  if (outcome === 'in-doubt' && isToVisitor(kind)) return delivery.maxDoubtfulAttempts
  return delivery.maxAttempts
}
