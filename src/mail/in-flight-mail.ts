import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { LeaseLost, type Lease } from '#database/lease.ts'
import type { Db } from '#database/schema.ts'
import { claimMail, releaseLostClaims, type ClaimedMail } from './claim-mail.ts'
import type { Deliveries } from './deliveries.ts'
import { delivery } from './delivery-policy.ts'
import type { MailWriters } from './mail-kinds.ts'
import { settleMail } from './settle-mail.ts'
import { readBudget, unconfirmedKinds, type Budget } from './unconfirmed-budget.ts'

export interface InFlightMailOptions {
  db: Db
  lease: Lease
  writers: MailWriters
  unconfirmedMailPerHour: number
  clock: () => Date
  log: Logger
}

/** Claims mail and records its outcomes. In between, the mail is in flight and belongs to this server. */
export function createInFlightMail(options: InFlightMailOptions) {
  const { db, lease, clock, log } = options
  const inFlightIds = new Set<string>()
  let claims = 0
  let isClaimLost = false
  const currentBudget = createBudgetReader(options, inFlightIds)

  return {
    /** @returns undefined if nothing is due */
    async claim(deliveries: Deliveries, mailPerSecond: number): Promise<ClaimedMail[] | undefined> {
      const size = Math.min(Math.ceil(mailPerSecond * delivery.claimSeconds), delivery.maxClaim)
      const max = deliveries.isProven() ? size : 1
      claims += 1
      const shape = {
        max,
        maxLetters: deliveries.hasFreeConnection(true) ? max : 0,
        lettersFirst: claims % delivery.lettersFirstEvery === 0,
        latestFirst: claims % 2 === 0,
      }
      try {
        if (isClaimLost) await releaseLostClaims(db, lease.holder, [...inFlightIds])
        isClaimLost = false
        const unconfirmed = await currentBudget()
        const batch = await claimMail(db, options, { ...shape, unconfirmed }, clock())
        const spent = (batch ?? []).filter(({ mail }) => unconfirmedKinds.includes(mail.kind))
        unconfirmed.left = Math.max(0, unconfirmed.left - spent.length)
        for (const { mail } of batch ?? []) inFlightIds.add(mail.id)
        return batch
      } catch (error) {
        if (error instanceof LeaseLost) return undefined
        log.error({ err: error }, 'outbox not readable')
        isClaimLost = true
        return undefined
      }
    },

    /** Records all outcomes. If the database is gone, it waits, but not past a stop: see takeOverMail. */
    async record(deliveries: Deliveries, signal: AbortSignal) {
      for (;;) {
        const verdicts = deliveries.takeOutcomes()
        if (verdicts.length === 0) return
        while (!(await isRecorded(verdicts))) {
          if (signal.aborted) return
          await sleep(1000)
        }
        for (const { mail } of verdicts.flatMap(({ settled }) => settled))
          inFlightIds.delete(mail.id)
      }
    },
  }

  async function isRecorded(verdicts: ReturnType<Deliveries['takeOutcomes']>): Promise<boolean> {
    try {
      await settleMail(db, lease.holder, verdicts, clock())
      return true
    } catch (error) {
      log.error({ err: error }, 'mail outcome not recorded')
      return false
    }
  }
}

/** Read again every second, and counted down by claims in between. */
function createBudgetReader(options: InFlightMailOptions, inFlightIds: Set<string>) {
  let budget: Budget | undefined
  let readAt = -Infinity
  return async (): Promise<Budget> => {
    if (budget && performance.now() - readAt < 1000) return budget
    budget = await readBudget(options.db, options.unconfirmedMailPerHour, options.clock())
    // Mail in flight is not recorded as sent yet.
    budget.left = Math.max(0, budget.left - inFlightIds.size)
    readAt = performance.now()
    return budget
  }
}
