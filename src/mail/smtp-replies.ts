import type { OutboxTable } from '#database/schema.ts'
import { scopeOf, type ClaimedMail, type MailDeclaration } from './mail-declaration.ts'

// The way of a reply: outcomeOf names it; createJudge decides whether a rejection is believed and whether mail is
// paused; stateAfter retries or gives up; isBounce suppresses the address.

const firstRetryMs = 30_000
const maxRetryMs = 4 * 3_600_000
/** With these delays 39 attempts take five days. */
const maxAttempts = 39
/** With these delays four hours: for a mailbox that the server doesn't know, as long as no other mail shows that it works. */
const maxUnknownAttempts = 10
/** For mail to a visitor that may have arrived each time. */
const maxDoubtfulAttempts = 3

/** This many failures in a row mean that the server is at fault, not the mail. */
const maxFailuresInARow = 5
const firstPauseMs = 60_000
const maxPauseMs = 3_600_000

/**
 * The outcome of one attempt.
 * - temporary: not delivered, and worth another attempt
 * - rejected-recipient: the server knows no such mailbox
 * - rejected-message: the server rejects this mail
 * - authentication: the server rejects the login; says nothing about the mail
 * - in_doubt: the connection was lost after the whole mail was handed over: nobody can know
 */
export type SendOutcome =
  | { kind: 'sent' }
  | {
      kind: 'temporary' | 'rejected-recipient' | 'rejected-message' | 'authentication' | 'in_doubt'
      reason: string
      /** The server knows no such mailbox, but that is not believed yet. */
      isUnknown?: true
      /** Deferred when the server already knew the recipient or the content. */
      isAboutMail?: true
    }

export function outcomeOf(thrown: unknown, handedOver: boolean): SendOutcome {
  const error = thrown as SmtpError
  const { command, responseCode = 0 } = error
  // 421: the server closes the session, whatever the command was.
  const isAboutMail =
    /^(?:RCPT TO|DATA)$/.test(command ?? '') && isTemporary(responseCode) && responseCode !== 421
  return {
    kind: kindOf(error, handedOver),
    // The mail server's text may have any length, and PostgreSQL rejects NUL.
    reason: error.message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 5000),
    ...(isAboutMail && { isAboutMail }),
  }
}

/** As nodemailer throws it. */
interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
  command?: string
}

function kindOf(
  { name, code, responseCode = 0, response = '', command }: SmtpError,
  handedOver: boolean,
) {
  const isRefusal = responseCode >= 400 && responseCode < 600
  if (handedOver && !isRefusal) return 'in_doubt'
  if (name === 'UnsendableMail') return 'rejected-message'
  // Some servers ask for a login when they reject a recipient.
  if (authenticationCodes.has(responseCode) && command === 'RCPT TO') return 'rejected-message'
  if (authenticationCodes.has(responseCode) || (code === 'EAUTH' && !isTemporary(responseCode))) {
    return 'authentication'
  }
  // 503: the session is out of sync, and a new one may work.
  if (!isRefusal || isTemporary(responseCode) || responseCode === 503) return 'temporary'
  // A policy (5.7.x: "relaying denied", "blocked") is about us, not about the recipient.
  if (command === 'RCPT TO') {
    return /^\d{3}[ -]5\.7\./.test(response) ? 'rejected-message' : 'rejected-recipient'
  }
  // A 5xx in the greeting or the handshake is about the session: no mail was named yet.
  return command === 'MAIL FROM' || command === 'DATA' ? 'rejected-message' : 'temporary'
}

const authenticationCodes = new Set([530, 534, 535, 538])

function isTemporary(responseCode: number): boolean {
  return responseCode >= 400 && responseCode < 500
}

export interface Attempt extends ClaimedMail {
  outcome: SendOutcome | { kind: 'not-begun' }
  /** 'server' stands for all mail, otherwise the cause is the scope of one letter. */
  pause?: { cause: string; reason: string }
}

type NotSent = Extract<SendOutcome, { reason: string }>

type Tried = ClaimedMail & { outcome: SendOutcome }

/**
 * Tells a rejection of one mail from a server that rejects everything. A 5xx is believed the second time, if the server
 * has meanwhile taken another mail of the same scope; until then the mail is retried. Five failures in a row are the
 * fault of the letter or of the server, and pause it. Mail that visitors cause never pauses other mail, because anybody
 * can provoke rejections.
 * @returns the outcome to be recorded, and what to pause
 */
export function createJudge() {
  /** When the latest mail that was taken was begun, by scope. */
  const takenAt = new Map<string, number>()
  /** By the mail's id, until it is believed. */
  const rejectedAt = new Map<string, number>()
  const failedInARow = new Map<string, Set<string>>()

  function isBelieved({ mail }: Tried): boolean {
    const believed = takenAt.get(scopeOf(mail))! >= rejectedAt.get(mail.id)!
    if (believed) rejectedAt.delete(mail.id)
    else rejectedAt.set(mail.id, performance.now())
    return believed
  }

  /** @returns true for the last of five different mails in a row: none of them is to blame then */
  function isFifthFailure(scope: string, mailId: string): boolean {
    const failed = failedInARow.getOrInsertComputed(scope, () => new Set()).add(mailId)
    if (failed.size < maxFailuresInARow) return false
    for (const id of failed) rejectedAt.delete(id)
    return failedInARow.delete(scope)
  }

  /** @param begunAt when it was handed to the server, by performance.now() */
  return (tried: Tried, begunAt: number): Attempt => {
    const { mail, draft, outcome } = tried
    const scope = scopeOf(mail)
    if (outcome.kind === 'sent') {
      takenAt.set(scope, begunAt)
      rejectedAt.delete(mail.id)
      for (const cause of ['server', scope]) failedInARow.delete(cause)
      return tried
    }
    const { reason, isAboutMail } = outcome
    const pause = (cause: string) => ({ pause: { cause, reason } })
    if (outcome.kind === 'authentication') {
      return { mail, draft, outcome: { kind: 'not-begun' }, ...pause('server') }
    }
    const isRejected = outcome.kind.startsWith('rejected')
    if (isRejected && isBelieved(tried)) return tried
    const attempt = isRejected ? { mail, draft, outcome: deferred(outcome) } : tried
    const isOfScope =
      isRejected || isAboutMail || (mail.letter !== null && outcome.kind === 'in_doubt')
    const cause = isOfScope ? scope : 'server'
    const isPaused = isFifthFailure(cause, mail.id) && (!isOfScope || mail.letter !== null)
    return isPaused ? { ...attempt, ...pause(cause) } : attempt
  }
}

function deferred(outcome: NotSent): SendOutcome {
  const { reason } = outcome
  return { kind: 'temporary', reason, ...(isBounce(outcome) && { isUnknown: true }) }
}

type Recipient = MailDeclaration['to']

/** The row's new state after an attempt. */
export function stateAfter(
  mail: OutboxTable,
  to: Recipient,
  outcome: Attempt['outcome'],
  now: Date,
) {
  const due_at = now.toISOString()
  if (outcome.kind === 'not-begun') {
    return { status: 'queued' as const, due_at, tried_at: mail.tried_at }
  }
  const attempts = mail.attempts + 1
  if (outcome.kind === 'sent') {
    return { status: 'sent' as const, attempts, due_at, last_error: null }
  }
  const change = { attempts, due_at, last_error: outcome.reason }
  if (outcome.kind === 'in_doubt' && mail.letter !== null) {
    return { status: 'in_doubt' as const, ...change }
  }
  if (attempts >= maxAttemptsAfter(outcome, to)) {
    return { status: 'failed' as const, ...change }
  }
  const retryAt = new Date(now.getTime() + retryDelayMs(attempts)).toISOString()
  return { status: 'queued' as const, ...change, due_at: retryAt }
}

function maxAttemptsAfter({ kind, isUnknown }: NotSent, to: Recipient): number {
  if (kind.startsWith('rejected')) return 1
  if (isUnknown) return maxUnknownAttempts
  if (kind === 'in_doubt' && to === 'visitor') return maxDoubtfulAttempts
  return maxAttempts
}

/** 30 seconds, then twice as long each time, up to four hours. */
function retryDelayMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** (attempts - 1), maxRetryMs)
}

/** A minute, then twice as long each time, up to an hour. */
export function pauseMs(times: number): number {
  return Math.min(firstPauseMs * 2 ** (times - 1), maxPauseMs)
}

/** No such mailbox or domain (RFC 3463; 5.1.7 and 5.1.8 are about the sender). Anything else may be about us. */
export function isBounce(
  outcome: Attempt['outcome'],
): outcome is Extract<Attempt['outcome'], { reason: string }> {
  return (
    outcome.kind === 'rejected-recipient' &&
    /\b5\d\d[ -]#?5\.1\.(?:[1236]|10)\b/.test(outcome.reason)
  )
}
