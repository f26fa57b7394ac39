import type { ClaimedMail } from './claim-mail.ts'
import type { CourierOptions } from './courier-options.ts'
import { findWanted } from './wanted-mail.ts'

const lookAgainMs = 200

/**
 * Who leaves while their mail is in hand gets none: the next claim finds out why.
 * @param line what goes out next, and all behind it
 */
export async function isStillWanted(
  { database: { db, kind }, writers, log }: Pick<CourierOptions, 'database' | 'writers' | 'log'>,
  line: ClaimedMail[],
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
