import { domainOf } from '#mailbox.ts'
import type { ClaimedMail } from './claim-mail.ts'
import type { HeldMail } from './held-mail.ts'
import type { CourierOptions } from './courier-options.ts'
import { isStillWanted } from './still-wanted.ts'
import { scopeOf } from './mail-kinds.ts'
import { createPace } from './pace.ts'
import { createRefusals } from './refusals.ts'
import { outcomeOf, type SendOutcome } from './send-outcome.ts'
import { mostConnections } from './smtp-transport.ts'

/**
 * Hands mail to the server, as fast as it may and as long as the server will have it.
 * @param onEnded one mail is no longer under way
 * @param signal nothing more is begun
 */
export function createHandOver(
  options: CourierOptions,
  heldMail: HeldMail,
  onEnded: () => void,
  signal: AbortSignal,
) {
  const { transport, mailPerSecond, clock, log } = options
  const refusals = createRefusals()
  const waitForTurn = createPace(mailPerSecond, signal)
  const underWay = new Map<Promise<void>, UnderWay>()
  /** What the server will not have at present, until the next claim looks for itself. */
  const paused = new Set<string>()
  const room = createRoom()

  function isHeldBack({ mail }: ClaimedMail): boolean {
    if (signal.aborted || !heldMail.holdsLease()) return true
    return paused.has('server') || paused.has(scopeOf(mail))
  }

  async function send({ mail, draft }: ClaimedMail) {
    const begunAt = performance.now()
    const messageId = `${mail.id}@${domainOf(options.from)}` // The same at every attempt.
    const outcome = await Promise.try(() =>
      transport.send({ ...draft.write(clock()), to: draft.to, messageId, date: clock() }),
    ).catch((error: unknown) => outcomeOf(error, false))
    // Without the reason, in which servers like to repeat the recipient's address, and without the mail's
    // id, by which the database would tell whose it is. `mail list` has both.
    const line = { kind: mail.kind, outcome: outcome.kind }
    options.onOutcome?.(mail.kind, outcome.kind)
    if (outcome.kind === 'sent') log.debug(line, 'mail sent')
    else log.warn(line, 'mail not sent')
    room.learn(outcome, underWay.size - 1)
    const { settled, pause } = refusals.judge({ mail, draft, begunAt, outcome })
    if (pause) {
      paused.add(pause.cause)
      log.warn({ held: pause.cause }, 'mail is held back: the server refuses it')
    }
    heldMail.record(settled, pause)
  }

  return {
    /** Waits for the turn of the first in line, and begins to send it. */
    async begin(line: ClaimedMail[]) {
      const claimed = line[0]!
      if (!isHeldBack(claimed)) await waitForTurn(claimed.startAt)
      // Looked at again: much may have happened while it waited.
      const mayGo = !isHeldBack(claimed) && (await isStillWanted(options, line))
      line.shift()
      if (!mayGo || isHeldBack(claimed)) {
        const outcome = { kind: 'not-begun' } as const
        return heldMail.record([{ ...claimed, begunAt: 0, outcome }])
      }
      const sending: Promise<void> = send(claimed).finally(() => {
        underWay.delete(sending)
        onEnded()
      })
      underWay.set(sending, { isLetter: claimed.mail.letter !== null, begunAt: performance.now() })
    },
    /** Where letters hang at the server, one connection more is for what a visitor waits for. */
    hasRoomFor(claimed: ClaimedMail): boolean {
      if (isHeldBack(claimed) || underWay.size < room.now()) return true
      return claimed.mail.letter === null && underWay.values().every(isHangingLetter)
    },
    isUnderWay: () => underWay.size > 0,
    allEnded: () => Promise.all(underWay.keys()),
    isSmooth: () => room.isProven() && paused.size === 0,
    forgetPauses: () => paused.clear(),
    settleUnsure: () => heldMail.record(refusals.settleUnsure()),
  }
}

interface UnderWay {
  isLetter: boolean
  begunAt: number
}

const hangsMs = 2000

function isHangingLetter({ isLetter, begunAt }: UnderWay): boolean {
  return isLetter && performance.now() - begunAt > hangsMs
}

/**
 * How many mails a server takes at once. Until it has taken one, one at a time: a wrong password is not
 * tried five times at once, and a server that is down is not run over when it comes back. Then one more with
 * each that it takes; beyond what it would not have, slowly.
 */
function createRoom() {
  let room = 1
  let known = mostConnections
  return {
    /** @param others that were under way beside it */
    learn(outcome: SendOutcome, others: number) {
      if (outcome.kind === 'sent') {
        room = Math.min(room + (room < known ? 1 : 0.02), mostConnections)
      } else if (!outcome.kind.startsWith('rejected')) {
        room = 1
        if (!('isAboutMail' in outcome)) known = Math.max(1, others)
      }
    },
    now: () => Math.floor(room),
    isProven: () => room > 1,
  }
}
