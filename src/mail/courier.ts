import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#database/connect.ts'
import { domainOf } from '#mailbox.ts'
import { unlessAborted } from '#unless-aborted.ts'
import { claimMail, type ClaimedMail } from './claim-mail.ts'
import { createClaimSize } from './claim-size.ts'
import { createClaims } from './claims.ts'
import { scopeOf, type MailWriters } from './mail-kinds.ts'
import { inLine, isStillWanted, type MailInLine } from './mail-in-line.ts'
import { liftServerPauses } from './mail-pause.ts'
import { createPace } from './pace.ts'
import { createRefusals } from './refusals.ts'
import { outcomeOf } from './send-outcome.ts'
import { pooledConnections, type Transport } from './smtp-transport.ts'

export interface CourierOptions {
  database: Database
  writers: MailWriters
  transport: Transport
  from: string
  mailPerSecond: number
  clock: () => Date
  log: Logger
  /** For those who watch. */
  onOutcome?: (kind: string, outcome: string) => void
}

const pollMs = 3000
const stopPatienceMs = 5000

/** Takes mail out of the outbox and sends it, until it is stopped. Any number may work side by side. */
export function startCourier(options: CourierOptions) {
  const { database, writers, transport, mailPerSecond, clock, log } = options
  const courierId = crypto.randomUUID()
  const stopping = new AbortController()
  const claims = createClaims(database, courierId, clock, log)
  const refusals = createRefusals()
  const underWay = new Set<Promise<void>>()
  /** What the server will not have at present, until the next claim looks for itself. */
  const paused = new Set<string>()
  // Until the server has taken a mail, one at a time: a wrong password is not tried five times at
  // once, and a server that is down is not run over when it comes back.
  let serverIsWell = false
  const waitForTurn = createPace(mailPerSecond, stopping.signal)
  const claimSize = createClaimSize(mailPerSecond)
  /** So many the last claim asked for. */
  let asked = 0
  let claimsUnderWay = 0
  let wasNudged = false
  let ahead: Promise<MailInLine[] | undefined> | undefined
  let waking = new AbortController()

  async function work() {
    // Whoever restarts the server may have corrected the password.
    await liftServerPauses(database.db, ['server']).catch(report('mail pause not lifted'))
    while (!stopping.signal.aborted) {
      const mails = await (ahead ?? claim())
      ahead = undefined
      if (mails) await sendAll(mails)
      else if (underWay.size > 0) await Promise.race(underWay)
      else {
        claims.record(refusals.giveUpWaiting())
        await idle()
      }
    }
    // What was claimed ahead is given back.
    await sendAll((await ahead) ?? [])
    await Promise.all(underWay)
    claims.record(refusals.giveUpWaiting())
  }

  function report(failure: string) {
    return (error: unknown): undefined => {
      log.error({ err: error }, failure)
    }
  }

  async function claim(isUrgent = false): Promise<MailInLine[] | undefined> {
    wasNudged = false
    const most = claimSize.most()
    if (!isUrgent) {
      paused.clear()
      asked = most
    }
    claimsUnderWay += 1
    // While another claim is under way, its mail is not in hand yet.
    const isLost = (id: string) => claimsUnderWay === 1 && !claims.holds(id)
    const claiming = { courierId, writers, most, perSecond: mailPerSecond, isLost, isUrgent }
    const mails = await unlessAborted(claims.mayTake(), stopping.signal)
      .then(() => claimMail(database, claiming, clock()))
      .catch(report('outbox not readable'))
    claimsUnderWay -= 1
    return mails && inLine(claims.take(mails))
  }

  async function sendAll(mails: MailInLine[]) {
    const line = [...mails]
    const isFull = mails.length === asked
    const beganAt = performance.now()
    while (line.length > 0) {
      while (underWay.size >= (serverIsWell ? pooledConnections : 1)) await Promise.race(underWay)
      // What a visitor waits for goes before the letters in hand.
      if (wasNudged && !stopping.signal.aborted) line.unshift(...((await claim(true)) ?? []))
      // The next are claimed while these go out.
      const isEndNear = isFull && line.length < mails.length / 4
      if (isEndNear && serverIsWell && paused.size === 0) ahead ??= claim()
      await begin(line)
    }
    if (isFull) claimSize.learn(mails.length, performance.now() - beganAt)
    // What the next claim may take depends on how these went, once that is written down.
    if (serverIsWell && paused.size === 0) return
    await Promise.all(underWay)
    await unlessAborted(claims.recorded(), stopping.signal)
  }

  async function begin(line: MailInLine[]) {
    const claimed = line[0]!
    if (!isHeldBack(claimed)) await waitForTurn(claimed.startAt)
    // Looked at again: much may have happened while it waited.
    const mayGo = !isHeldBack(claimed) && (await isStillWanted(options, line))
    line.shift()
    if (!mayGo || isHeldBack(claimed)) {
      const outcome = { kind: 'not-begun' } as const
      return claims.record([{ mail: claimed.mail, begunAt: 0, outcome }])
    }
    const sending: Promise<void> = send(claimed).finally(() => underWay.delete(sending))
    underWay.add(sending)
  }

  function isHeldBack({ mail }: ClaimedMail): boolean {
    if (stopping.signal.aborted || !claims.holdsLease()) return true
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
    serverIsWell = outcome.kind === 'sent' || (serverIsWell && outcome.kind.startsWith('rejected'))
    const { settled, pause } = refusals.judge({ mail, begunAt, outcome })
    if (pause) {
      paused.add(pause.cause)
      log.warn({ held: pause.cause }, 'mail is held back: the server refuses it')
    }
    claims.record(settled, pause)
  }

  async function idle() {
    if (wasNudged || stopping.signal.aborted) return
    waking = new AbortController()
    await sleep(pollMs, undefined, waking).catch(() => {})
  }

  const working = work()
  return {
    /** Mail was queued in this process: look at once. */
    nudge() {
      wasNudged = true
      waking.abort()
    },
    /** Finishes the mail under way, gives back what was not begun, closes the transport. */
    async stop() {
      stopping.abort()
      waking.abort()
      const impatience = setTimeout(() => transport.close({ force: true }), stopPatienceMs)
      await working
      clearTimeout(impatience)
      transport.close()
      await claims.close()
    },
  }
}
