import type { ClaimedMail } from './claim-mail.ts'
import type { CourierOptions } from './courier-options.ts'
import { findWanted } from './wanted-mail.ts'

/** With the moment when its turn comes, and what was seen when it was last looked at, by performance.now(). */
export type MailInLine = ClaimedMail & { startAt: number; seenAt: number; isWanted: boolean }

const lookAgainMs = 200

export function inLine(claimed: ClaimedMail[]): MailInLine[] {
  const seenAt = performance.now()
  return claimed.map((one) => ({ ...one, startAt: seenAt + one.waitMs, seenAt, isWanted: true }))
}

/**
 * Who leaves while their mail is in hand gets none: the next claim finds out why.
 * @param line what goes out next, and all behind it
 */
export async function isStillWanted(
  { database: { db, kind }, writers, log }: Pick<CourierOptions, 'database' | 'writers' | 'log'>,
  line: MailInLine[],
): Promise<boolean> {
  const next = line[0]!
  if (performance.now() - next.seenAt < lookAgainMs) return next.isWanted
  const mails = line.map(({ mail }) => mail)
  const found = await db
    .transaction()
    .execute((trx) => findWanted(trx, kind, writers, mails))
    .catch((error: unknown) => log.error({ err: error }, 'outbox not readable'))
  const wanted = new Set(found?.wanted.map(({ mail }) => mail.id))
  // Not since the look began: where it takes long, each mail would wait for one of its own.
  const seenAt = performance.now()
  for (const one of line) Object.assign(one, { seenAt, isWanted: wanted.has(one.mail.id) })
  return next.isWanted
}
