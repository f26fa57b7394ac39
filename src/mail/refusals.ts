import type { ClaimedMail } from './claim-mail.ts'
import { scopeOf } from './mail-kinds.ts'
import type { SendOutcome } from './send-outcome.ts'

export interface Attempt extends Pick<ClaimedMail, 'mail' | 'draft'> {
  outcome: SendOutcome | { kind: 'not-begun' }
}

export interface Verdict {
  /** What became of mail, and can be written down. */
  settled: Attempt[]
  pause?: { cause: string; reason: string }
}

export type Tried = Attempt & { outcome: SendOutcome }
type NotSent = Tried & { outcome: { reason: string } }

/** So many different mails refused without one taken between them: then it is not the mails. */
const inARow = 5

/**
 * Tells a refusal of one mail from a server that refuses them all. A refusal for good is believed
 * once the server has taken another mail of the same kind that was begun after it; until then it is
 * kept here. Five without one in between are the server's: the mails are tried again later. A letter
 * waits for that as a whole; what the site mails by itself does not, for any stranger can cause it.
 */
export function createRefusals() {
  const refused = new Map<string, Map<string, NotSent & { refusedAt: number }>>()
  /** By what would have to wait. */
  const temporaries = new Map<string, Set<string>>()

  function isTaken(attempt: Attempt, begunAt: number): Verdict {
    temporaries.clear()
    const scope = refused.get(scopeOf(attempt.mail))
    const held = [...(scope?.values() ?? [])]
    const believed = held.filter(({ refusedAt }) => refusedAt <= begunAt)
    for (const { mail } of believed) scope!.delete(mail.id)
    return { settled: [attempt, ...believed] }
  }

  function isRefused(attempt: NotSent): Verdict {
    const cause = scopeOf(attempt.mail)
    const scope = refused.getOrInsertComputed(cause, () => new Map())
    scope.set(attempt.mail.id, { ...attempt, refusedAt: performance.now() })
    if (scope.size < inARow) return { settled: [] }
    refused.delete(cause)
    // Each later than the last time: else five made-up addresses would stand before everybody else.
    const settled = [...scope.values()].map((one) => takenFor('temporary', one))
    if (attempt.mail.letter === null) return { settled }
    return { settled, pause: { cause, reason: attempt.outcome.reason } }
  }

  function isPutOff(attempt: NotSent): Verdict {
    const { mail, outcome } = attempt
    const settled = [attempt]
    // Anybody may enter addresses and words that are put off, and nobody else is to wait for them.
    if (mail.letter === null && 'isAboutMail' in outcome) return { settled }
    // All mail is held back where the server itself is ill, else what it will not have now.
    const cause = 'isAboutMail' in outcome ? scopeOf(mail) : 'server'
    const mails = temporaries.getOrInsertComputed(cause, () => new Set())
    mails.add(mail.id)
    if (mails.size < inARow) return { settled }
    temporaries.delete(cause)
    return { settled, pause: { cause, reason: outcome.reason } }
  }

  return {
    /** @param begunAt when it was handed to the server, by performance.now() */
    judge(attempt: Tried, begunAt: number): Verdict {
      const { outcome } = attempt
      if (outcome.kind === 'sent') return isTaken(attempt, begunAt)
      if (outcome.kind === 'authentication') {
        const pause = { cause: 'server', reason: outcome.reason }
        return { settled: [{ ...attempt, outcome: { kind: 'not-begun' } }], pause }
      }
      // What breaks after the last byte again and again is the server's, too.
      const judge = outcome.kind.startsWith('rejected') ? isRefused : isPutOff
      return judge({ ...attempt, outcome })
    },
    /**
     * Nothing is under way that could tell: what was refused is tried again later, as if it were for
     * now. Whoever is refused alone that often is not reached, and not blamed either.
     */
    settleUnsure(): Attempt[] {
      const held = [...refused.values()].flatMap((scope) => [...scope.values()])
      refused.clear()
      return held.map(unproven)
    },
  }
}

/** A quota that is used up is about nobody, and comes back. Of a letter, others show that the server is well. */
function unproven(attempt: NotSent): Attempt {
  const isAboutNobody = attempt.mail.letter === null && attempt.outcome.kind === 'rejected-message'
  return takenFor(isAboutNobody ? 'temporary' : 'unsure', attempt)
}

function takenFor(kind: 'temporary' | 'unsure', attempt: NotSent): Attempt {
  return { ...attempt, outcome: { kind, reason: attempt.outcome.reason } }
}
