import type { Claim, ClaimedMail } from './claim-mail.ts'
import type { ClaimTools } from './courier-options.ts'
import type { HeldMail } from './held-mail.ts'
import { findWanted } from './wanted-mail.ts'

const lookAgainMs = 200

/** Mail that a courier has claimed and not begun. */
export function createMailLine(options: ClaimTools, heldMail: HeldMail) {
  const { database, writers, mailPerSecond, log } = options
  let line: ClaimedMail[] = []
  let lookedAt = 0
  // What may go out in a tenth of a second: so much of a letter is in doubt if this process dies.
  const most = Math.min(Math.ceil(mailPerSecond / 10), 100)
  // By turns: a server that takes nobody at the first attempt, and one that puts a few off again and again,
  // would each hold up a letter whose mails always went in one order.
  let isPutOffFirst = false

  async function claim(which: Omit<Claim, 'most'>) {
    const mails = await heldMail.claim({ most, ...which }).catch((error: unknown): undefined => {
      log.error({ err: error }, 'outbox not readable')
    })
    if (line.length === 0) lookedAt = performance.now()
    line.unshift(...(mails ?? []))
    return mails
  }

  function giveBack(isGivenBack: (claimed: ClaimedMail) => boolean = () => true) {
    const outcome = { kind: 'not-begun' } as const
    const back = line.filter(isGivenBack)
    line = line.filter((claimed) => !back.includes(claimed))
    heldMail.record({ settled: back.map((claimed) => ({ ...claimed, outcome })) })
  }

  return {
    first: () => line[0],
    takeFirst: () => line.shift()!,
    giveBack,
    /** @returns whether anything was due */
    async refill(): Promise<boolean> {
      const mails = await claim({ isPutOffFirst })
      // What is held back gives nobody a turn.
      if (mails) isPutOffFirst = !isPutOffFirst
      return mails !== undefined
    },
    /** Adds what a visitor waits for, before the others. */
    addUrgent: () => claim({ isUrgent: true }),
    isStale: () => performance.now() - lookedAt > lookAgainMs,
    /** Who leaves while their mail is in line gets none: the next claim finds out why. */
    async lookAgain() {
      const mails = line.map(({ mail }) => mail)
      const found = await database.db
        .transaction()
        .execute((trx) => findWanted(trx, database.kind, writers, mails))
        .catch((error: unknown) => log.error({ err: error }, 'outbox not readable'))
      const wanted = new Set(found?.wanted.map(({ mail }) => mail.id))
      giveBack(({ mail }) => !wanted.has(mail.id))
      // Not since the look began: where it takes long, each mail would wait for one of its own.
      lookedAt = performance.now()
    },
  }
}
