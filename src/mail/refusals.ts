import type { ClaimedMail } from './claim-mail.ts'
import { delivery, type Outcome } from './delivery-policy.ts'
import { scopeOf } from './mail-kinds.ts'
import type { SendOutcome } from './send-outcome.ts'

export interface Attempt extends ClaimedMail {
  outcome: Outcome
}

export interface Verdict {
  /** Attempts whose outcome is final and can be recorded. */
  settled: Attempt[]
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
 * Tells a refusal of one mail from a server that refuses everything. A 5xx is believed once the server has taken a
 * later mail of the same scope; until then it is held in memory. Five in a row without a success are the server's
 * fault: those mails are retried later, and a letter is paused. Mail that visitors cause never pauses other mail,
 * because anybody can provoke refusals.
 */
export function createRefusals() {
  const refused = new Map<string, Map<string, NotSent & { refusedAt: number }>>()
  const failuresInARow = new Map<string, Set<string>>()

  function onSent(attempt: Tried, begunAt: number): Verdict {
    failuresInARow.clear()
    const scope = refused.get(scopeOf(attempt.mail))
    const believed = [...(scope?.values() ?? [])].filter(({ refusedAt }) => refusedAt <= begunAt)
    for (const { mail } of believed) scope!.delete(mail.id)
    return { settled: [attempt, ...believed] }
  }

  function onRefused(attempt: NotSent): Verdict {
    const cause = scopeOf(attempt.mail)
    const scope = refused.getOrInsertComputed(cause, () => new Map())
    scope.set(attempt.mail.id, { ...attempt, refusedAt: performance.now() })
    if (scope.size < delivery.failuresInARow) return { settled: [] }
    refused.delete(cause)
    const settled = [...scope.values()].map((one) => reclassifyAs('temporary', one))
    if (attempt.mail.letter === null) return { settled }
    return { settled, pause: { cause, reason: attempt.outcome.reason } }
  }

  function onFailed(attempt: NotSent): Verdict {
    const { mail, outcome } = attempt
    const { reason } = outcome
    const settled = [attempt]
    const isAboutMail = 'isAboutMail' in outcome
    const pausesLetter = isAboutMail || outcome.kind === 'in-doubt'
    if (mail.letter !== null && pausesLetter && countFailure(scopeOf(mail), mail.id)) {
      return { settled, pause: { cause: scopeOf(mail), reason } }
    }
    if (isAboutMail || !countFailure('server', mail.id)) return { settled }
    return { settled, pause: { cause: 'server', reason, needsProbe: true } }
  }

  /** @returns true for the last of five different mails in a row */
  function countFailure(cause: string, mailId: string): boolean {
    const mails = failuresInARow.getOrInsertComputed(cause, () => new Set())
    mails.add(mailId)
    return mails.size >= delivery.failuresInARow && failuresInARow.delete(cause)
  }

  return {
    /** @param begunAt when it was handed to the server, by performance.now() */
    judge(attempt: Tried, begunAt: number): Verdict {
      const { outcome } = attempt
      if (outcome.kind === 'sent') return onSent(attempt, begunAt)
      if (outcome.kind === 'authentication') {
        const pause = { cause: 'server', reason: outcome.reason }
        return { settled: [{ ...attempt, outcome: { kind: 'not-begun' } }], pause }
      }
      const judge = outcome.kind.startsWith('rejected') ? onRefused : onFailed
      return judge({ ...attempt, outcome })
    },
    /** When nothing is in flight that could confirm a refusal: retry later, a few times, without suppressing. */
    settleUnsure(): Attempt[] {
      const unsure = [...refused.values()].flatMap((scope) => [...scope.values()])
      refused.clear()
      return unsure.map(unproven)
    },
  }
}

/** A used-up quota comes back, so it is worth days of retries. For a letter, other mails show that the server works. */
function unproven(attempt: NotSent): Attempt {
  const isQuota = attempt.mail.letter === null && attempt.outcome.kind === 'rejected-message'
  return reclassifyAs(isQuota ? 'temporary' : 'unsure', attempt)
}

function reclassifyAs(kind: 'temporary' | 'unsure', attempt: NotSent): Attempt {
  return { ...attempt, outcome: { kind, reason: attempt.outcome.reason } }
}
