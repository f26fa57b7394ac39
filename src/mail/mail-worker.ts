import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { LeaseLost, type Lease } from '#database/lease.ts'
import type { Db } from '#database/schema.ts'
import { domainOf } from '#mailbox.ts'
import { createWaker } from '#waker.ts'
import { claimMail, releaseUnheld, type ClaimedMail } from './claim-mail.ts'
import { delivery } from './delivery-policy.ts'
import type { MailWriters } from './mail-kinds.ts'
import { createRefusals, type Verdict } from './refusals.ts'
import { outcomeOf, type SendOutcome } from './send-outcome.ts'
import { settleMail } from './settle-mail.ts'
import type { Transport } from './smtp.ts'

export interface MailWorkerOptions {
  db: Db
  lease: Lease
  writers: MailWriters
  transport: Transport
  from: string
  mailPerSecond: number
  clock: () => Date
  log: Logger
}

/** Sends mail from the outbox at a steady pace, on the one server that holds the lease. */
export function startMailWorker(options: MailWorkerOptions) {
  const { db, lease, transport, mailPerSecond, clock, log } = options
  const refusals = createRefusals()
  const waker = createWaker()
  const inFlight = new Map<Promise<void>, { isLetter: boolean }>()
  /** Ids of claimed mail whose outcome is not recorded yet. */
  const held = new Set<string>()
  let unrecorded: Verdict[] = []
  /** Until the server has taken a mail, one is sent at a time: a wrong password is not tried five times at once. */
  let isProven = false
  /** After a setback, what is due depends on its outcome, so the rest of a batch goes back. */
  let hasSetback = false
  let nextStartAt = 0
  let claims = 0
  let isClaimLost = false
  let isStopping = false

  async function run() {
    while (!isStopping) {
      await recordOutcomes()
      await sleepUntil(nextStartAt)
      const wasIdle = inFlight.size === 0
      const batch = lease.isHeld() && hasRoom(false) ? await claim() : undefined
      if (batch) await sendBatch(batch)
      else await idle(wasIdle)
    }
    await Promise.all(inFlight.keys())
    settle({ settled: refusals.settleUnsure() })
    await recordOutcomes()
  }

  async function claim(): Promise<ClaimedMail[] | undefined> {
    const size = Math.min(Math.ceil(mailPerSecond * delivery.claimSeconds), delivery.maxClaim)
    const max = isProven ? size : 1
    claims += 1
    const request = {
      max,
      maxLetters: hasRoom(true) ? max : 0,
      lettersFirst: claims % delivery.letterShare === 0,
      latestFirst: claims % 2 === 0,
    }
    try {
      if (isClaimLost) await releaseUnheld(db, lease.holder, [...held])
      isClaimLost = false
      const batch = await claimMail(db, options, request, clock())
      for (const { mail } of batch ?? []) held.add(mail.id)
      return batch
    } catch (error) {
      if (error instanceof LeaseLost) return undefined
      log.error({ err: error }, 'outbox not readable')
      isClaimLost = true
      return undefined
    }
  }

  async function sendBatch(batch: ClaimedMail[]) {
    const giveBackAt = performance.now() + delivery.maxClaimAgeMs
    for (const [index, claimed] of batch.entries()) {
      const isLetter = claimed.mail.letter !== null
      await sleepUntil(nextStartAt)
      while (!hasRoom(isLetter) && performance.now() < giveBackAt && !isStopping) {
        await waker.sleep(giveBackAt - performance.now())
      }
      if (isStopping || hasSetback || performance.now() >= giveBackAt) {
        const unsent = batch.slice(index)
        return settle({
          settled: unsent.map((one) => ({ ...one, outcome: { kind: 'not-begun' } })),
        })
      }
      nextStartAt = Math.max(nextStartAt, performance.now() - delivery.maxCatchUpMs)
      nextStartAt += 1000 / mailPerSecond
      begin(claimed, isLetter)
    }
  }

  function hasRoom(isLetter: boolean): boolean {
    const letters = inFlight
      .values()
      .filter((mail) => mail.isLetter)
      .toArray().length
    const max = isProven ? delivery.connections : letters + 1
    if (!isLetter) return inFlight.size < max
    const maxLetters = isProven ? delivery.connections - delivery.connectionsWithoutLetters : 1
    return letters < maxLetters && inFlight.size < max
  }

  function begin(claimed: ClaimedMail, isLetter: boolean) {
    const begunAt = performance.now()
    const sending: Promise<void> = send(claimed)
      .then((outcome) => judge(claimed, outcome, begunAt))
      .finally(() => {
        inFlight.delete(sending)
        waker.wake()
      })
    inFlight.set(sending, { isLetter })
  }

  async function send({ mail, draft }: ClaimedMail): Promise<SendOutcome> {
    // The same at every attempt, so that a mail program recognises a repeat.
    const messageId = `${mail.id}@${domainOf(options.from)}`
    try {
      const written = draft.write(clock())
      return await transport.send({ ...written, to: draft.to, messageId, date: clock() })
    } catch (error) {
      // A mail that can't be rendered says nothing about the server.
      return { ...outcomeOf(error, false), isAboutMail: true } as SendOutcome
    }
  }

  async function judge(claimed: ClaimedMail, outcome: SendOutcome, begunAt: number) {
    // Without the server's reason, which may hold an address, and without the mail's id.
    const entry = { kind: claimed.mail.kind, outcome: outcome.kind }
    if (outcome.kind === 'sent') log.debug(entry, 'mail sent')
    else log.warn(entry, 'mail not sent')
    const isAnswer = outcome.kind.startsWith('rejected') || 'isAboutMail' in outcome
    if (outcome.kind === 'sent') isProven = true
    else if (!isAnswer) isProven = false
    const verdict = refusals.judge({ ...claimed, outcome }, begunAt)
    hasSetback ||= verdict.pause !== undefined || (outcome.kind !== 'sent' && !isAnswer)
    settle(await confirmPause(verdict, claimed))
  }

  /** Broken connections pause all mail only if a test connection fails too. */
  async function confirmPause(verdict: Verdict, { mail }: ClaimedMail): Promise<Verdict> {
    const { pause, settled } = verdict
    if (!pause?.needsProbe || (await transport.probe()).kind !== 'sent') return verdict
    if (mail.letter === null) return { settled }
    return { settled, pause: { ...pause, cause: `letter ${mail.letter}` } }
  }

  function settle(verdict: Verdict) {
    if (verdict.pause)
      log.warn({ paused: verdict.pause.cause }, 'mail paused: the server refuses it')
    if (verdict.pause || verdict.settled.length > 0) unrecorded.push(verdict)
  }

  async function recordOutcomes() {
    while (unrecorded.length > 0) {
      const verdicts = unrecorded
      unrecorded = []
      try {
        await settleMail(db, lease.holder, verdicts, clock())
        for (const { mail } of verdicts.flatMap(({ settled }) => settled)) held.delete(mail.id)
      } catch (error) {
        log.error({ err: error }, 'mail outcome not recorded')
        unrecorded = [...verdicts, ...unrecorded]
        // If the database is gone, the next lease holder finds these mails as `sending`.
        if (isStopping) return
        await sleep(1000)
      }
    }
    hasSetback = false
  }

  async function idle(wasIdle: boolean) {
    if (wasIdle) settle({ settled: refusals.settleUnsure() })
    if (unrecorded.length === 0) await waker.sleep(delivery.pollMs)
  }

  const running = run()
  return {
    /** Mail was queued: look now instead of at the next poll. */
    wake: waker.wake,
    /** Finishes mail in flight, gives back the rest, closes the connections. */
    async stop() {
      isStopping = true
      waker.wake()
      const forced = setTimeout(() => transport.close({ force: true }), delivery.stopTimeoutMs)
      await running
      clearTimeout(forced)
      transport.close()
    },
  }
}

async function sleepUntil(at: number) {
  const ms = at - performance.now()
  if (ms >= 1) await sleep(ms)
}
