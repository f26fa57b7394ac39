import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { LeaseLost, type Lease } from '#database/lease.ts'
import type { Db } from '#database/schema.ts'
import { domainOf } from '#email-address.ts'
import { createWaker } from '#waker.ts'
import { claimMail, releaseLostClaims } from './claim-mail.ts'
import { scopeOf, type ClaimedMail, type MailKinds } from './mail-declaration.ts'
import { recordOutcomes } from './record-outcomes.ts'
import type { Transport } from './smtp.ts'
import { createJudge, outcomeOf, type Attempt, type SendOutcome } from './smtp-replies.ts'
import { readHourlyLimit, type HourlyLimit } from './hourly-limit.ts'

const connections = 5
/** Kept for other mail, so that a visitor's mail never waits for a hanging letter. */
const connectionsWithoutLetters = 1
/** The size of a claim, in seconds of sending: that much of a letter is in doubt after a crash. */
const claimSeconds = 0.1
const maxClaimSize = 100
/** Claimed mail that isn't being sent by then is released: its recipient may have unsubscribed. */
const maxClaimAgeMs = 500
/** The same, since the claim was asked for: a suspended process learns of it late. Longer than a slow database takes. */
const maxClaimAgeWithCommitMs = 5000
/** Odd, so that these claims take a letter's new mail and its retries by turns: see latestFirst. */
const lettersFirstEvery = 5
const pollMs = 1000
/** Limit for catching up after a late timer or a slow disk. */
const maxCatchUpMs = 100
const stopTimeoutMs = 5000

export interface MailWorkerOptions {
  db: Db
  lease: Lease
  kinds: MailKinds
  transport: Transport
  from: string
  mailPerSecond: number
  unconfirmedMailPerHour: number
  clock: () => Date
  log: Logger
}

/** Mail that this server has claimed and whose outcome is not recorded yet, by its id. */
type InFlight = Map<string, { isLetter: boolean; sending: Promise<void> | undefined }>

/**
 * Sends mail from the outbox at a steady pace, on the one server that holds the lease. When and how often mail is retried
 * is decided in smtp-replies.ts.
 */
export function startMailWorker(options: MailWorkerOptions) {
  const { lease, transport, mailPerSecond } = options
  const waker = createWaker()
  const inFlight: InFlight = new Map()
  const sender = createSender(options, inFlight, waker.wake)
  const claim = createClaimer(options, inFlight, sender)
  const stopping = new AbortController()
  let nextStartAt = 0

  async function run() {
    while (!stopping.signal.aborted) {
      await sender.record(stopping.signal)
      await sleepUntil(nextStartAt)
      const mayClaim = lease.isHeld() && sender.hasFreeConnection(false)
      const begunAt = performance.now()
      const batch = mayClaim ? await claim() : undefined
      if (batch) await sendBatch(batch, begunAt)
      else if (!sender.hasUnrecorded()) await waker.sleep(pollMs)
    }
    await Promise.all([...inFlight.values()].flatMap(({ sending }) => sending ?? []))
    await sender.record(stopping.signal)
  }

  async function sendBatch(batch: ClaimedMail[], begunAt: number) {
    const releaseAt = Math.min(performance.now() + maxClaimAgeMs, begunAt + maxClaimAgeWithCommitMs)
    const isOver = () => stopping.signal.aborted || performance.now() >= releaseAt
    for (const [index, claimed] of batch.entries()) {
      const isLetter = claimed.mail.letter !== null
      await sleepUntil(nextStartAt)
      while (!sender.hasFreeConnection(isLetter) && !isOver()) {
        await waker.sleep(releaseAt - performance.now())
      }
      const hasFailed = index > 0 && !sender.isServerWorking()
      if (isOver() || hasFailed) return sender.release(batch.slice(index))
      nextStartAt = Math.max(nextStartAt, performance.now() - maxCatchUpMs)
      nextStartAt += 1000 / mailPerSecond
      sender.begin(claimed)
    }
  }

  const running = run()
  return {
    /** Mail was queued: look now instead of at the next poll. */
    wake: waker.wake,
    /** Finishes mail in flight, releases the rest, closes the connections. */
    async stop() {
      stopping.abort()
      waker.wake()
      const forced = setTimeout(() => transport.close({ force: true }), stopTimeoutMs)
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

function createClaimer(options: MailWorkerOptions, inFlight: InFlight, sender: Sender) {
  const { db, lease, kinds, mailPerSecond, clock, log } = options
  const size = Math.min(Math.ceil(mailPerSecond * claimSeconds), maxClaimSize)
  const currentLimit = createLimitReader(options)
  let claims = 0
  let isClaimLost = false

  /** @returns undefined if nothing is due */
  return async (): Promise<ClaimedMail[] | undefined> => {
    const max = sender.isServerWorking() ? size : 1
    claims += 1
    const shape = {
      max,
      maxLetters: sender.hasFreeConnection(true) ? max : 0,
      lettersFirst: claims % lettersFirstEvery === 0,
      latestFirst: claims % 2 === 0,
    }
    try {
      if (isClaimLost) await releaseLostClaims(db, lease.holder, [...inFlight.keys()])
      isClaimLost = false
      const unconfirmed = await currentLimit()
      const claimed = await claimMail(db, options, { ...shape, unconfirmed }, clock())
      // Skip mail that we are still sending: another server had our expired lease and released it.
      const batch = claimed?.filter(({ mail }) => !inFlight.has(mail.id))
      const spent = (batch ?? []).filter(({ mail }) => kinds[mail.kind].isUnconfirmed)
      unconfirmed.left = Math.max(0, unconfirmed.left - spent.length)
      for (const { mail } of batch ?? []) {
        inFlight.set(mail.id, { isLetter: mail.letter !== null, sending: undefined })
      }
      return batch
    } catch (error) {
      if (error instanceof LeaseLost) return undefined
      log.error({ err: error }, 'outbox not readable')
      isClaimLost = true
      return undefined
    }
  }
}

/** Read again every second, and counted down by claims in between. */
function createLimitReader({ db, kinds, unconfirmedMailPerHour, clock }: MailWorkerOptions) {
  let limit: HourlyLimit | undefined
  let readAt = -Infinity
  return async (): Promise<HourlyLimit> => {
    if (limit && performance.now() - readAt < 1000) return limit
    limit = await readHourlyLimit(db, kinds, unconfirmedMailPerHour, clock())
    readAt = performance.now()
    return limit
  }
}

type Sender = ReturnType<typeof createSender>

/** Sends claimed mail and records its outcomes. */
function createSender(options: MailWorkerOptions, inFlight: InFlight, onEnded: () => void) {
  const { log, transport } = options
  const judge = createJudge()
  let unrecorded: Attempt[] = []
  /**
   * One mail at a time until the server has accepted one: a wrong password must not be tried five times at once. After a
   * failure the rest of the batch is released.
   */
  let isServerWorking = false

  async function deliver(claimed: ClaimedMail) {
    const begunAt = performance.now()
    const outcome = await send(claimed, options)
    // Without the server's reason, which may hold an address, and without the mail's id.
    const entry = { kind: claimed.mail.kind, outcome: outcome.kind }
    if (outcome.kind === 'sent') log.debug(entry, 'mail sent')
    else log.warn(entry, 'mail not sent')
    const attempt = await confirmPause(judge({ ...claimed, outcome }, begunAt), transport)
    const isAboutThisMail = outcome.kind.startsWith('rejected') || 'isAboutMail' in outcome
    if (attempt.pause) isServerWorking = false
    else if (!isAboutThisMail) isServerWorking = outcome.kind === 'sent'
    if (attempt.pause) {
      log.warn({ paused: attempt.pause.cause }, 'mail paused: the server refuses it')
    }
    unrecorded.push(attempt)
  }

  return {
    begin({ mail, draft }: ClaimedMail) {
      const entry = inFlight.get(mail.id)!
      entry.sending = deliver({ mail, draft }).finally(() => {
        entry.sending = undefined
        onEnded()
      })
    },
    hasFreeConnection(isLetter: boolean): boolean {
      const sending = [...inFlight.values()].filter((entry) => entry.sending !== undefined)
      const letters = sending.filter((entry) => entry.isLetter).length
      const max = isServerWorking ? connections : letters + 1
      const maxLetters = isServerWorking ? connections - connectionsWithoutLetters : 1
      return sending.length < max && (!isLetter || letters < maxLetters)
    },
    isServerWorking: () => isServerWorking,
    hasUnrecorded: () => unrecorded.length > 0,
    release(unsent: ClaimedMail[]) {
      for (const one of unsent) unrecorded.push({ ...one, outcome: { kind: 'not-begun' } })
    },
    /** Records all outcomes. If the database is gone, it waits, but not past a stop: see takeOverMail. */
    async record(signal: AbortSignal) {
      while (unrecorded.length > 0) {
        const batch = unrecorded
        unrecorded = []
        while (!(await isRecorded(batch, options))) {
          if (signal.aborted) return
          await sleep(1000)
        }
        for (const { mail } of batch) inFlight.delete(mail.id)
      }
    },
  }
}

async function send({ mail, draft }: ClaimedMail, options: MailWorkerOptions) {
  const { db, transport, from, clock } = options
  // The same at every attempt, so that a mail program recognises a repeat.
  const messageId = `${mail.id}@${domainOf(from)}`
  try {
    const rendered = await draft.render(clock(), db)
    return await transport.send({ ...rendered, to: draft.to, messageId, date: clock() })
  } catch (error) {
    // A mail that can't be rendered says nothing about the server.
    return { ...outcomeOf(error, false), isAboutMail: true } as SendOutcome
  }
}

/** Broken connections pause all mail only if a test connection fails too: a relay may disconnect because of one mail. */
async function confirmPause(attempt: Attempt, transport: Transport): Promise<Attempt> {
  const { pause, ...unpaused } = attempt
  const isLogin = attempt.outcome.kind === 'not-begun'
  if (pause?.cause !== 'server' || isLogin) return attempt
  if ((await transport.probe()).kind !== 'sent') return attempt
  const { mail } = attempt
  return mail.letter === null
    ? unpaused
    : { ...unpaused, pause: { ...pause, cause: scopeOf(mail) } }
}

async function isRecorded(batch: Attempt[], options: MailWorkerOptions): Promise<boolean> {
  const { db, lease, kinds, clock, log } = options
  try {
    await recordOutcomes(db, { claimedBy: lease.holder, kinds }, batch, clock())
    return true
  } catch (error) {
    log.error({ err: error }, 'mail outcome not recorded')
    return false
  }
}
