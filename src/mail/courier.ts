import { setTimeout as sleep } from 'node:timers/promises'
import type { CourierOptions } from './courier-options.ts'
import { createHandOver } from './hand-over.ts'
import { createHeldMail } from './held-mail.ts'
import { createIdleWait } from './idle-wait.ts'
import { createMailLine } from './mail-line.ts'
import { liftServerPauses } from './mail-pause.ts'

const stopPatienceMs = 5000

/** Takes mail out of the outbox and sends it, until it is stopped. Any number may work side by side. */
export function startCourier(options: CourierOptions) {
  const { transport, database, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const idleWait = createIdleWait()
  const heldMail = createHeldMail(options, () => {
    handOver.onRecorded()
    idleWait.end()
  })
  const line = createMailLine(options, heldMail)
  const handOver = createHandOver(options, heldMail, idleWait.end)

  async function work() {
    // Whoever restarts the server may have corrected the password.
    await liftServerPauses(database.db, ['server']).catch((error: unknown) =>
      log.error({ err: error }, 'mail pause not lifted'),
    )
    while (!signal.aborted) await doNext()
    line.giveBack()
    await handOver.allEnded()
    handOver.settleUnsure()
  }

  /** One thing at a time, and then all is looked at anew: much may have happened meanwhile. */
  async function doNext() {
    line.giveBack(handOver.isHeldBack)
    const next = line.first()
    if (!next && mayClaim()) await claimMore()
    else if (idleWait.wasNudged()) {
      // What a visitor waits for goes before the letters in line.
      idleWait.forgetNudge()
      handOver.forgetPauses()
      await line.addUrgent()
    } else if (next && !heldMail.isLeaseInForce()) line.giveBack()
    else if (!next || !handOver.hasRoomFor(next)) await idleWait.begin()
    else if (next.startAt - performance.now() >= 1) {
      await sleep(next.startAt - performance.now(), undefined, { signal }).catch(() => {})
    } else if (line.isStale()) await line.lookAgain()
    else handOver.begin(line.takeFirst())
  }

  /** Unless all goes smoothly, what is due depends on how the last ones went, once that is written down. */
  function mayClaim(): boolean {
    return handOver.isSmooth() || !(handOver.isUnderWay() || heldMail.isRecording())
  }

  async function claimMore() {
    idleWait.forgetNudge()
    handOver.forgetPauses()
    if (await line.refill()) return
    if (!handOver.isUnderWay()) handOver.settleUnsure()
    await idleWait.begin()
  }

  const working = work()
  return {
    /** Mail was queued in this process: look at once. */
    nudge: idleWait.nudge,
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
