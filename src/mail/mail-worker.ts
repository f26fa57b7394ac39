import { setTimeout as sleep } from 'node:timers/promises'
import { createWaker } from '#waker.ts'
import type { ClaimedMail } from './claim-mail.ts'
import { createDeliveries, type DeliveryOptions } from './deliveries.ts'
import { delivery } from './delivery-policy.ts'
import { createInFlightMail, type InFlightMailOptions } from './in-flight-mail.ts'

export interface MailWorkerOptions extends DeliveryOptions, InFlightMailOptions {
  mailPerSecond: number
}

/** Sends mail from the outbox at a steady pace, on the one server that holds the lease. */
export function startMailWorker(options: MailWorkerOptions) {
  const { lease, transport, mailPerSecond } = options
  const waker = createWaker()
  const deliveries = createDeliveries(options, waker.wake)
  const inFlightMail = createInFlightMail(options)
  const stopping = new AbortController()
  let nextStartAt = 0

  async function run() {
    while (!stopping.signal.aborted) {
      await inFlightMail.record(deliveries, stopping.signal)
      await sleepUntil(nextStartAt)
      const wasIdle = deliveries.areIdle()
      const mayClaim = lease.isHeld() && deliveries.hasFreeConnection(false)
      const batch = mayClaim ? await inFlightMail.claim(deliveries, mailPerSecond) : undefined
      if (batch) await sendBatch(batch)
      else if (!deliveries.settleUnsure(wasIdle)) await waker.sleep(delivery.pollMs)
    }
    await deliveries.allEnded()
    deliveries.settleUnsure(true)
    await inFlightMail.record(deliveries, stopping.signal)
  }

  async function sendBatch(batch: ClaimedMail[]) {
    const releaseAt = performance.now() + delivery.maxClaimAgeMs
    const isOver = () => stopping.signal.aborted || performance.now() >= releaseAt
    for (const [index, claimed] of batch.entries()) {
      const isLetter = claimed.mail.letter !== null
      await sleepUntil(nextStartAt)
      while (!deliveries.hasFreeConnection(isLetter) && !isOver()) {
        await waker.sleep(releaseAt - performance.now())
      }
      if (isOver() || deliveries.hasFailure()) return deliveries.release(batch.slice(index))
      nextStartAt = Math.max(nextStartAt, performance.now() - delivery.maxCatchUpMs)
      nextStartAt += 1000 / mailPerSecond
      deliveries.begin(claimed)
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
