import type { SendOutcome } from '#mail/send-outcome.ts'

export type Verdict =
  | { kind: 'go-on' }
  | { kind: 'pause'; pauseMs: number; reason: string }
  | { kind: 'stop'; cause: 'authentication' | 'rejected' | 'unavailable'; reason: string }

/** So many refusals in a row are about the server, not about the recipients. */
const inARow = 10

/** Tells a server that is in trouble from recipients that are. */
export function createServerHealth(pausesMs: number[]) {
  let hasAccepted = false
  let refusals = 0
  let rejections = 0

  return {
    /** Until the server has taken a mail, and while it is in trouble, one at a time. */
    isWell: () => hasAccepted && refusals < inARow,
    /** The first mail of all was not wanted: then it is the letter, and nobody else's fault. */
    refusesLetter: (outcome: SendOutcome) => outcome.kind === 'rejected-message' && !hasAccepted,
    judge(outcome: SendOutcome): Verdict {
      switch (outcome.kind) {
        case 'sent':
          hasAccepted = true
          refusals = rejections = 0
          return { kind: 'go-on' }
        case 'rejected-recipient':
          refusals = rejections = 0
          return { kind: 'go-on' }
        case 'authentication':
          return { kind: 'stop', cause: 'authentication', reason: outcome.reason }
        case 'rejected-message':
          rejections += 1
          if (hasAccepted && rejections < inARow) return { kind: 'go-on' }
          return { kind: 'stop', cause: 'rejected', reason: outcome.reason }
        default: {
          refusals += 1
          if (refusals < inARow) return { kind: 'go-on' }
          const pauseMs = pausesMs[refusals - inARow]
          if (pauseMs !== undefined) return { kind: 'pause', pauseMs, reason: outcome.reason }
          return { kind: 'stop', cause: 'unavailable', reason: outcome.reason }
        }
      }
    },
  }
}
