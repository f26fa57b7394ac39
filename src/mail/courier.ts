import { unlessAborted } from '#unless-aborted.ts'
import type { ClaimedMail } from './claim-mail.ts'
import { createClaimer } from './claimer.ts'
import { createHeldMail } from './held-mail.ts'
import type { CourierOptions } from './courier-options.ts'
import { createHandOver } from './hand-over.ts'
import { liftServerPauses } from './mail-pause.ts'
import { createIdleWait } from './idle-wait.ts'

const stopPatienceMs = 5000

/** Takes mail out of the outbox and sends it, until it is stopped. Any number may work side by side. */
export function startCourier(options: CourierOptions) {
  const { transport } = options
  const courierId = crypto.randomUUID()
  const stopping = new AbortController()
  const { signal } = stopping
  const heldMail = createHeldMail(options, courierId)
  const idleWait = createIdleWait()
  const handOver = createHandOver(options, heldMail, () => idleWait.end(), signal)
  const claimer = createClaimer(options, courierId, { heldMail, idleWait, signal })

  async function work() {
    await liftOldPauses(options)
    while (!signal.aborted) {
      handOver.forgetPauses()
      const mails = await claimer.claim()
      if (mails) await sendAll(mails)
      else {
        if (!handOver.isUnderWay()) handOver.settleUnsure()
        // One that takes long holds up nobody who comes after it.
        await oneEndedOrTimeToLook()
      }
    }
    await handOver.allEnded()
    handOver.settleUnsure()
  }

  async function oneEndedOrTimeToLook() {
    if (signal.aborted) await handOver.allEnded()
    else await idleWait.begin()
  }

  async function sendAll(mails: ClaimedMail[]) {
    const line = [...mails]
    const beganAt = performance.now()
    while (line.length > 0) await goOn(line)
    claimer.learn(mails.length, performance.now() - beganAt)
    if (handOver.isSmooth()) return
    // What the next claim may take depends on how these went, once that is written down.
    while (line.length > 0 || (handOver.isUnderWay() && !handOver.isSmooth())) await goOn(line)
    await unlessAborted(heldMail.recorded(), signal)
  }

  async function goOn(line: ClaimedMail[]) {
    // What a visitor waits for goes before the letters in hand.
    if (idleWait.wasNudged() && !signal.aborted) {
      line.unshift(...((await claimer.claim(true)) ?? []))
    }
    if (line[0] && handOver.hasRoomFor(line[0])) await handOver.begin(line)
    else await oneEndedOrTimeToLook()
  }

  const working = work()
  return {
    /** Mail was queued in this process: look at once. */
    nudge: () => idleWait.nudge(),
    /** Finishes the mail under way, gives back what was not begun, closes the transport. */
    async stop() {
      stopping.abort()
      idleWait.end()
      const impatience = setTimeout(() => transport.close({ force: true }), stopPatienceMs)
      await working
      clearTimeout(impatience)
      transport.close()
      await heldMail.close()
    },
  }
}

/** Whoever restarts the server may have corrected the password. */
async function liftOldPauses({ database, log }: CourierOptions) {
  await liftServerPauses(database.db, ['server']).catch((error: unknown) =>
    log.error({ err: error }, 'mail pause not lifted'),
  )
}
