import { setTimeout as sleep } from 'node:timers/promises'
import type { OutgoingMail } from '#mail/mail-headers.ts'
import { reasonForPause } from '#mail/mail-pause.ts'
import type { Transport } from '#mail/smtp-transport.ts'
import type { ClaimedRecipient } from './claim-recipients.ts'
import { createHands, type HandsOptions } from './launch-hands.ts'
import { createServerHealth, type Verdict } from './server-health.ts'
import { whatIsLeft } from './what-is-left.ts'

export interface SendLaunchOptions extends HandsOptions {
  transport: Transport
  mailFor: (recipient: ClaimedRecipient) => OutgoingMail
  /** Ends the run cleanly: what is under way is finished, the rest stays queued. */
  signal: AbortSignal
  /** Why nothing moves for the moment. */
  onPause: (sentence: string) => void
}

export type LaunchEnd =
  | { kind: 'finished' }
  | { kind: 'stopped' }
  /** Some were refused for now, again and again: the next run tries them. */
  | { kind: 'left-queued' }
  | { kind: 'authentication' | 'rejected' | 'unavailable' | 'held-back'; reason: string }

/** More than the pool has connections, so that none of them waits for the database. */
const mostUnderWay = 10
const waitForOthersMs = 500
const stopPatienceMs = 10_000

/** Sends to everyone who is queued, side by side with other runs, until nobody is left. */
export async function sendLaunch(options: SendLaunchOptions): Promise<LaunchEnd> {
  const { database, transport, signal, clock } = options
  const hands = await createHands(options)
  const health = createServerHealth(options.retryPausesMs)
  const underWay = new Set<Promise<void>>()
  let verdict: Verdict = { kind: 'go-on' }
  const isStopping = () => signal.aborted || verdict.kind === 'stop'

  async function sendAll(recipients: ClaimedRecipient[]) {
    const claimedAt = performance.now()
    for (const recipient of recipients) {
      await pause(claimedAt + recipient.waitMs - performance.now())
      while (underWay.size >= (health.isWell() ? mostUnderWay : 1)) await Promise.race(underWay)
      if (verdict.kind === 'pause') {
        options.onPause(waitingSentence(verdict))
        await pause(verdict.pauseMs)
      }
      if (isStopping() || !hands.holdsLease()) {
        hands.record({ recipient, outcome: { kind: 'not-begun' } })
        continue
      }
      const sending = send(recipient).finally(() => underWay.delete(sending))
      underWay.add(sending)
    }
  }

  async function send(recipient: ClaimedRecipient) {
    const outcome = await transport.send(options.mailFor(recipient))
    const isOurFault = health.refusesLetter(outcome)
    hands.record({ recipient, outcome: isOurFault ? { kind: 'not-begun' } : outcome })
    const next = health.judge(outcome)
    if (verdict.kind !== 'stop') verdict = next
  }

  async function pause(ms: number) {
    if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {})
  }

  async function work(): Promise<LaunchEnd> {
    while (!isStopping()) {
      const heldBack = await reasonForPause(database.db)
      if (heldBack !== undefined) return { kind: 'held-back', reason: heldBack }
      const claimed = await hands.claim()
      if (claimed) {
        await sendAll(claimed)
        continue
      }
      if (underWay.size > 0) {
        await Promise.race(underWay)
        continue
      }
      const left = await whatIsLeft(database.db, hands.mostAttempts, clock())
      if (left.kind === 'nobody') return { kind: left.givenUp > 0 ? 'left-queued' : 'finished' }
      if (left.kind === 'later') options.onPause(retrySentence(left.count, left.waitMs))
      else await hands.buryDead()
      await pause(left.kind === 'later' ? left.waitMs : waitForOthersMs)
    }
    return verdict.kind === 'stop'
      ? { kind: verdict.cause, reason: verdict.reason }
      : { kind: 'stopped' }
  }

  const impatience = () =>
    void sleep(stopPatienceMs, undefined, { ref: false }).then(() =>
      transport.close({ force: true }),
    )
  signal.addEventListener('abort', impatience, { once: true })
  try {
    return await work()
  } finally {
    await Promise.all(underWay)
    await hands.empty()
  }
}

function waitingSentence({ reason, pauseMs }: { reason: string; pauseMs: number }): string {
  return `The mail server takes no mail (${reason}). Trying again in ${seconds(pauseMs)}.`
}

function retrySentence(count: number, waitMs: number): string {
  return `${count} refused for now. Trying again in ${seconds(waitMs)}.`
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1000))} s`
}
