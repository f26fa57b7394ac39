import { setTimeout as sleep } from 'node:timers/promises'
import { unlessAborted } from '#unless-aborted.ts'
import { claimMail } from './claim-mail.ts'
import { createClaimSize } from './claim-size.ts'
import { createClaims } from './claims.ts'
import type { CourierOptions } from './courier-options.ts'
import { createHandOver } from './hand-over.ts'
import { inLine, type MailInLine } from './mail-in-line.ts'
import { liftServerPauses } from './mail-pause.ts'

const pollMs = 3000
const stopPatienceMs = 5000

/** Takes mail out of the outbox and sends it, until it is stopped. Any number may work side by side. */
export function startCourier(options: CourierOptions) {
  const { database, writers, transport, mailPerSecond, clock, log } = options
  const courierId = crypto.randomUUID()
  const stopping = new AbortController()
  const claims = createClaims(database, courierId, clock, log)
  const handOver = createHandOver(options, claims, stopping.signal)
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
      else if (handOver.isUnderWay()) {
        // One that takes long holds up nobody who comes after it.
        await Promise.race([handOver.oneEnded(), idle()])
        waking.abort()
      } else {
        handOver.giveUpWaiting()
        await idle()
      }
    }
    // What was claimed ahead is given back.
    await sendAll((await ahead) ?? [])
    await handOver.allEnded()
    handOver.giveUpWaiting()
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
      handOver.forgetPauses()
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
      await handOver.hasRoom()
      // What a visitor waits for goes before the letters in hand.
      if (wasNudged && !stopping.signal.aborted) line.unshift(...((await claim(true)) ?? []))
      // The next are claimed while these go out.
      const isEndNear = isFull && line.length < mails.length / 4
      if (isEndNear && handOver.isSmooth()) ahead ??= claim()
      await handOver.begin(line)
    }
    if (isFull) claimSize.learn(mails.length, performance.now() - beganAt)
    // What the next claim may take depends on how these went, once that is written down.
    if (handOver.isSmooth()) return
    await handOver.allEnded()
    await unlessAborted(claims.recorded(), stopping.signal)
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
