import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#database/connect.ts'
import { claimMail, type ClaimedMail, type OutboxMail } from './claim-mail.ts'
import { createHands } from './hands.ts'
import { forgetLoginFailure } from './mail-pause.ts'
import { addressOf } from './queue-mail.ts'
import type { Transport } from './smtp-transport.ts'

export interface CourierOptions {
  database: Database
  transport: Transport
  from: string
  mailPerSecond: number
  clock: () => Date
  log: Logger
}

export interface Courier {
  /** Mail was queued in this process: look at once. */
  nudge(): void
  /** Finishes the mail under way, gives back what was not begun, closes the transport. */
  stop(): Promise<void>
}

const pollMs = 3000
const stopPatienceMs = 5000
const mostPerClaim = 100

/** More than the pool has connections, so that none of them waits for the database. */
const mostUnderWay = 25

/** Takes mail out of the outbox and sends it, until it is stopped. */
export function startCourier(options: CourierOptions): Courier {
  const { database, transport, clock, log } = options
  const stopping = new AbortController()
  const stopped = new Promise((resolve) => {
    stopping.signal.addEventListener('abort', resolve)
  })
  const underWay = new Set<Promise<unknown>>()
  const hands = createHands(database, clock, log)
  // Until the server has taken a mail, one at a time: a wrong password is not tried 25 times at
  // once, and a server that is down is not run over when it comes back.
  let serverIsWell = false
  let lastStartAt = -Infinity
  let wasNudged = false
  let wake = () => {}
  let onDone = () => {}
  const oneIsDone = () => new Promise<void>((resolve) => (onDone = resolve))

  async function work() {
    // Whoever restarts the server may have corrected the password.
    await forgetLoginFailure(database.db).catch(report('mail pause not lifted'))
    while (!stopping.signal.aborted) {
      wasNudged = false
      const mails = await claim().catch(report('outbox not readable'))
      if (!mails || mails.length === 0) await idle()
      else await sendAll(mails)
    }
    await Promise.all(underWay)
  }

  function report(failure: string) {
    return (error: unknown): undefined => {
      log.error({ err: error }, failure)
    }
  }

  async function claim(): Promise<ClaimedMail[]> {
    const { mailPerSecond, from } = options
    const mails = await claimMail(
      database,
      {
        // At most half a second's worth: what one process holds, another cannot send.
        most: Math.min(Math.ceil(mailPerSecond / 2), mostPerClaim),
        perSecond: mailPerSecond,
        messageIdDomain: addressOf(from).split('@').at(-1)!,
        inHand: hands.ids(),
      },
      clock(),
    )
    for (const { mail } of mails) hands.take(mail)
    return mails
  }

  async function sendAll(mails: ClaimedMail[]) {
    const claimedAt = performance.now()
    let isShutOut = false
    for (const { mail, waitMs } of mails) {
      while (underWay.size >= (serverIsWell ? mostUnderWay : 1)) await oneIsDone()
      // What a slow server held up is not made up for in a burst.
      const startAt = Math.max(claimedAt + waitMs, lastStartAt + 1000 / options.mailPerSecond)
      const stillMs = startAt - performance.now()
      if (stillMs >= 1) await sleep(stillMs, undefined, stopping).catch(() => {})
      lastStartAt = performance.now()
      if (isShutOut || stopping.signal.aborted) {
        hands.record({ mail, outcome: { kind: 'not-begun' } })
        continue
      }
      const sending: Promise<unknown> = send(mail).then((kind) => {
        serverIsWell = kind === 'sent' || (serverIsWell && kind.startsWith('rejected'))
        isShutOut ||= kind === 'authentication'
        underWay.delete(sending)
        return onDone()
      })
      underWay.add(sending)
    }
    // What the next claim may take depends on how these went, once that is written down.
    if (!serverIsWell) {
      await Promise.all(underWay)
      await Promise.race([hands.recorded(), stopped])
    }
  }

  async function send(mail: OutboxMail) {
    const outcome = await transport.send({
      to: mail.to_email ?? '',
      subject: mail.subject ?? '',
      html: mail.html ?? '',
      text: mail.text ?? '',
      replyTo: mail.reply_to,
      unsubscribeUrl: mail.list_unsubscribe,
      messageId: mail.message_id,
      date: new Date(mail.created_at),
    })
    // Without the reason: servers like to repeat the recipient's address in it.
    const line = { mail: mail.id, kind: mail.kind, outcome: outcome.kind }
    if (outcome.kind === 'sent') log.debug(line, 'mail sent')
    else log.warn(line, 'mail not sent')
    hands.record({ mail, outcome })
    return outcome.kind
  }

  function idle(): Promise<void> {
    if (wasNudged || stopping.signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const working = work()
  return {
    nudge() {
      wasNudged = true
      wake()
    },
    async stop() {
      stopping.abort()
      wake()
      const impatience = setTimeout(() => transport.close({ force: true }), stopPatienceMs)
      await working
      clearTimeout(impatience)
      transport.close()
      await hands.empty()
    },
  }
}
