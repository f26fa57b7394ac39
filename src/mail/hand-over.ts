import { domainOf } from '#mailbox.ts'
import type { ClaimedMail } from './claim-mail.ts'
import type { CourierOptions } from './courier-options.ts'
import type { HeldMail } from './held-mail.ts'
import { scopeOf } from './mail-kinds.ts'
import { createRefusals } from './refusals.ts'
import { outcomeOf, type SendOutcome } from './send-outcome.ts'
import { mostConnections } from './smtp-transport.ts'

const hangsMs = 2000

/**
 * Hands mail to the server, as much at once as the server will have.
 * @param onEnded one mail is no longer under way
 */
export function createHandOver(options: CourierOptions, heldMail: HeldMail, onEnded: () => void) {
  const { transport, clock, log } = options
  const refusals = createRefusals()
  const underWay = new Map<Promise<void>, { isLetter: boolean; begunAt: number }>()
  /** What the server will not have at present. */
  const paused = new Set<string>()
  /** Something was put off, and is not written down yet: a claim would take others in its place. */
  let hasSetback = false
  const room = createRoom()

  async function send({ mail, draft }: ClaimedMail, begunAt: number) {
    const messageId = `${mail.id}@${domainOf(options.from)}` // The same at every attempt.
    const outcome = await Promise.try(() =>
      transport.send({ ...draft.write(clock()), to: draft.to, messageId, date: clock() }),
    ).catch((error: unknown) => outcomeOf(error, false))
    // Without the reason, in which servers like to repeat the recipient's address, and without the mail's
    // id, by which the database would tell whose it is. `mail list` has both.
    const entry = { kind: mail.kind, outcome: outcome.kind }
    if (outcome.kind === 'sent') log.debug(entry, 'mail sent')
    else log.warn(entry, 'mail not sent')
    const verdict = refusals.judge({ mail, draft, outcome }, begunAt)
    room.learn(outcome, underWay.size - 1)
    heldMail.record(verdict)
    if (outcome.kind !== 'sent' && !outcome.kind.startsWith('rejected')) hasSetback = true
    if (!verdict.pause) return
    paused.add(verdict.pause.cause)
    log.warn({ held: verdict.pause.cause }, 'mail is held back: the server refuses it')
  }

  return {
    begin(claimed: ClaimedMail) {
      const begunAt = performance.now()
      const sending: Promise<void> = send(claimed, begunAt).finally(() => {
        underWay.delete(sending)
        onEnded()
      })
      underWay.set(sending, { isLetter: claimed.mail.letter !== null, begunAt })
    },
    /** Where letters hang at the server, one connection more is for what a visitor waits for. */
    hasRoomFor({ mail }: ClaimedMail): boolean {
      if (underWay.size < room.now()) return true
      const hangingSince = performance.now() - hangsMs
      return (
        mail.letter === null &&
        underWay.values().every(({ isLetter, begunAt }) => isLetter && begunAt < hangingSince)
      )
    },
    isHeldBack: ({ mail }: ClaimedMail) => paused.has('server') || paused.has(scopeOf(mail)),
    /** What is written down by now, the next claim finds by itself. */
    forgetPauses() {
      if (!heldMail.isRecording()) paused.clear()
    },
    isSmooth: () => room.isProven() && paused.size === 0 && !hasSetback,
    /** All that has ended is written down. */
    onRecorded: () => (hasSetback = false),
    isUnderWay: () => underWay.size > 0,
    allEnded: () => Promise.all(underWay.keys()),
    settleUnsure: () => heldMail.record({ settled: refusals.settleUnsure() }),
  }
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
