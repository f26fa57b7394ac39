import type { Logger } from 'pino'
import { domainOf } from '#mailbox.ts'
import type { ClaimedMail } from './claim-mail.ts'
import { delivery } from './delivery-policy.ts'
import { createRefusals, type Verdict } from './refusals.ts'
import { outcomeOf, type SendOutcome } from './send-outcome.ts'
import type { Transport } from './smtp.ts'

export interface DeliveryOptions {
  transport: Transport
  from: string
  clock: () => Date
  log: Logger
}

export type Deliveries = ReturnType<typeof createDeliveries>

/** Mail in flight, and the outcomes that are not recorded yet. */
export function createDeliveries(options: DeliveryOptions, onEnded: () => void) {
  const { transport, log } = options
  const refusals = createRefusals()
  const inFlight = new Map<Promise<void>, { isLetter: boolean }>()
  let verdicts: Verdict[] = []
  /** One mail at a time until the server has accepted one: a wrong password must not be tried five times at once. */
  let isProven = false
  /** After a failure the rest of the batch is released: the failure may pause this mail. */
  let hasFailure = false

  async function deliver(claimed: ClaimedMail) {
    const begunAt = performance.now()
    const outcome = await send(claimed, options)
    // Without the server's reason, which may hold an address, and without the mail's id.
    const entry = { kind: claimed.mail.kind, outcome: outcome.kind }
    if (outcome.kind === 'sent') log.debug(entry, 'mail sent')
    else log.warn(entry, 'mail not sent')
    const isAboutThisMail = outcome.kind.startsWith('rejected') || 'isAboutMail' in outcome
    if (!isAboutThisMail) isProven = outcome.kind === 'sent'
    const verdict = refusals.judge({ ...claimed, outcome }, begunAt)
    hasFailure ||= verdict.pause !== undefined || (outcome.kind !== 'sent' && !isAboutThisMail)
    settle(await confirmPause(verdict, claimed, transport))
  }

  function settle(verdict: Verdict) {
    const { pause } = verdict
    if (pause) log.warn({ paused: pause.cause }, 'mail paused: the server refuses it')
    if (pause || verdict.settled.length > 0) verdicts.push(verdict)
  }

  return {
    begin(claimed: ClaimedMail) {
      const delivering: Promise<void> = deliver(claimed).finally(() => {
        inFlight.delete(delivering)
        onEnded()
      })
      inFlight.set(delivering, { isLetter: claimed.mail.letter !== null })
    },
    hasFreeConnection(isLetter: boolean): boolean {
      const letters = [...inFlight.values()].filter((mail) => mail.isLetter).length
      const max = isProven ? delivery.connections : letters + 1
      const maxLetters = isProven ? delivery.connections - delivery.connectionsWithoutLetters : 1
      return inFlight.size < max && (!isLetter || letters < maxLetters)
    },
    isProven: () => isProven,
    hasFailure: () => hasFailure,
    areIdle: () => inFlight.size === 0,
    allEnded: () => Promise.all(inFlight.keys()),
    release(unsent: ClaimedMail[]) {
      settle({ settled: unsent.map((one) => ({ ...one, outcome: { kind: 'not-begun' } })) })
    },
    /** @returns whether there is anything to record */
    settleUnsure(isIdle: boolean): boolean {
      if (isIdle) settle({ settled: refusals.settleUnsure() })
      return verdicts.length > 0
    },
    /** The outcomes since the last call. Once all are recorded, sending may go on. */
    takeOutcomes(): Verdict[] {
      const taken = verdicts
      verdicts = []
      if (taken.length === 0) hasFailure = false
      return taken
    },
  }
}

async function send({ mail, draft }: ClaimedMail, { transport, from, clock }: DeliveryOptions) {
  // The same at every attempt, so that a mail program recognises a repeat.
  const messageId = `${mail.id}@${domainOf(from)}`
  try {
    const written = draft.write(clock())
    return await transport.send({ ...written, to: draft.to, messageId, date: clock() })
  } catch (error) {
    // A mail that can't be rendered says nothing about the server.
    return { ...outcomeOf(error, false), isAboutMail: true } as SendOutcome
  }
}

/** Broken connections pause all mail only if a test connection fails too. */
async function confirmPause(verdict: Verdict, { mail }: ClaimedMail, transport: Transport) {
  const { pause, settled } = verdict
  if (!pause?.needsProbe || (await transport.probe()).kind !== 'sent') return verdict
  if (mail.letter === null) return { settled }
  return { settled, pause: { ...pause, cause: `letter ${mail.letter}` } }
}
