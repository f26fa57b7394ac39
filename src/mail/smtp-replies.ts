import type { OutboxTable } from '#database/schema.ts'
import { scopeOf, type ClaimedMail, type MailDeclaration } from './mail-declaration.ts'

// The way of a reply: outcomeOf names it; createReplies decides whether a rejection is final and whether mail is
// paused; stateAfter retries or gives up; isBounce suppresses the address.

const firstRetryMs = 30_000
const maxRetryMs = 4 * 3_600_000
/** With these delays 39 attempts take five days. */
const maxAttempts = 39
const maxUnverifiedAttempts = 4
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
 * - in-doubt: the connection was lost after the whole mail was handed over: nobody can know
 * - unverified-rejection: rejected, but no other mail shows that the server works
 */
export type SendOutcome =
  | { kind: 'sent' }
  | {
      kind:
        | 'temporary'
        | 'rejected-recipient'
        | 'rejected-message'
        | 'authentication'
        | 'in-doubt'
        | 'unverified-rejection'
      reason: string
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
  if (handedOver && !isRefusal) return 'in-doubt'
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
}

export interface Consequences {
  /** Attempts whose outcome is final and can be recorded. */
  final: Attempt[]
  pause?: {
    /** 'server' for all mail, otherwise the scope of one letter. */
    cause: string
    reason: string
    /** Pause only if a test connection fails, too: a relay may disconnect because of one mail's content. */
    needsProbe?: true
  }
}

export type Tried = ClaimedMail & { outcome: SendOutcome }
type NotSent = Tried & { outcome: { reason: string } }

/**
 * Tells a rejection of one mail from a server that rejects everything. A 5xx is verified once the server has taken a
 * later mail of the same scope; until then it is held in memory. Five in a row without a success are the server's
 * fault: those mails are retried later, and a letter is paused. Mail that visitors cause never pauses other mail,
 * because anybody can provoke rejections.
 */
export function createReplies() {
  const rejected = new Map<string, Map<string, NotSent & { rejectedAt: number }>>()
  const failuresInARow = new Map<string, Set<string>>()

  function onSent(attempt: Tried, begunAt: number): Consequences {
    failuresInARow.clear()
    const scope = rejected.get(scopeOf(attempt.mail))
    const verified = [...(scope?.values() ?? [])].filter(({ rejectedAt }) => rejectedAt <= begunAt)
    for (const { mail } of verified) scope!.delete(mail.id)
    return { final: [attempt, ...verified] }
  }

  function onRejected(attempt: NotSent): Consequences {
    const cause = scopeOf(attempt.mail)
    const scope = rejected.getOrInsertComputed(cause, () => new Map())
    scope.set(attempt.mail.id, { ...attempt, rejectedAt: performance.now() })
    if (scope.size < maxFailuresInARow) return { final: [] }
    rejected.delete(cause)
    const final = [...scope.values()].map((one) => reclassifyAs('temporary', one))
    if (attempt.mail.letter === null) return { final }
    return { final, pause: { cause, reason: attempt.outcome.reason } }
  }

  function onFailed(attempt: NotSent): Consequences {
    const { mail, outcome } = attempt
    const { reason } = outcome
    const final = [attempt]
    const isAboutMail = 'isAboutMail' in outcome
    const pausesLetter = isAboutMail || outcome.kind === 'in-doubt'
    if (mail.letter !== null && pausesLetter && countFailure(scopeOf(mail), mail.id)) {
      return { final, pause: { cause: scopeOf(mail), reason } }
    }
    if (isAboutMail || !countFailure('server', mail.id)) return { final }
    return { final, pause: { cause: 'server', reason, needsProbe: true } }
  }

  /** @returns true for the last of five different mails in a row */
  function countFailure(cause: string, mailId: string): boolean {
    const mails = failuresInARow.getOrInsertComputed(cause, () => new Set())
    mails.add(mailId)
    return mails.size >= maxFailuresInARow && failuresInARow.delete(cause)
  }

  return {
    /** @param begunAt when it was handed to the server, by performance.now() */
    consequencesOf(attempt: Tried, begunAt: number): Consequences {
      const { outcome } = attempt
      if (outcome.kind === 'sent') return onSent(attempt, begunAt)
      if (outcome.kind === 'authentication') {
        const pause = { cause: 'server', reason: outcome.reason }
        return { final: [{ ...attempt, outcome: { kind: 'not-begun' } }], pause }
      }
      const consequencesOf = outcome.kind.startsWith('rejected') ? onRejected : onFailed
      return consequencesOf({ ...attempt, outcome })
    },
    /** When nothing is in flight that could verify a rejection: retry later, a few times, without suppressing. */
    takeUnverified(): Attempt[] {
      const unverified = [...rejected.values()].flatMap((scope) => [...scope.values()])
      rejected.clear()
      return unverified.map((attempt) =>
        reclassifyAs(isQuota(attempt) ? 'temporary' : 'unverified-rejection', attempt),
      )
    },
  }
}

/** A used-up quota comes back, so it is worth days of retries. For a letter, other mails show that the server works. */
function isQuota({ mail, outcome }: NotSent): boolean {
  return mail.letter === null && outcome.kind === 'rejected-message'
}

function reclassifyAs(kind: 'temporary' | 'unverified-rejection', attempt: NotSent): Attempt {
  return { ...attempt, outcome: { kind, reason: attempt.outcome.reason } }
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
  if (outcome.kind === 'in-doubt' && mail.letter !== null) {
    return { status: 'in_doubt' as const, ...change }
  }
  if (attempts >= maxAttemptsAfter(outcome.kind, to)) {
    return { status: 'failed' as const, ...change }
  }
  const retryAt = new Date(now.getTime() + retryDelayMs(attempts)).toISOString()
  return { status: 'queued' as const, ...change, due_at: retryAt }
}

function maxAttemptsAfter(outcome: SendOutcome['kind'], to: Recipient): number {
  if (outcome.startsWith('rejected')) return 1
  if (outcome === 'unverified-rejection') return maxUnverifiedAttempts
  if (outcome === 'in-doubt' && to === 'visitor') return maxDoubtfulAttempts
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
