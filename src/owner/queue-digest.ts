import type { Db } from '#database/schema.ts'
import { queueMails } from '#mail/outbox.ts'

const hourUtc = 6
const daysOf = { daily: 1, weekly: 7 }

export type DigestPeriod = keyof typeof daysOf

/** Queues the digest of the last period: only once, even if several servers check, or check late. */
export async function queueDigest(db: Db, period: DigestPeriod, now: Date) {
  const until = lastEnd(period, now)
  const id = `${period} ${until.toPlainDate().toString()}`
  const begin = until.subtract({ days: daysOf[period] })
  const since = new Date(begin.epochMilliseconds).toISOString()
  // It nearly always exists: check without a lock.
  if (await db.selectFrom('digests').select('id').where('id', '=', id).executeTakeFirst()) return
  await db.transaction().execute(async (trx) => {
    const earlier = await trx.selectFrom('digests').select('id').limit(1).executeTakeFirst()
    const [queued] = await trx
      .insertInto('digests')
      .values({ id, since, queued_at: now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    // The very first check only starts the first period: there is nothing to report yet.
    if (earlier && queued) await queueMails(trx, [{ kind: 'digest', aboutId: id }], now)
  })
}

/** The end of the last complete period: 6:00 UTC of today or yesterday, or of the last Monday. */
function lastEnd(period: DigestPeriod, now: Date): Temporal.ZonedDateTime {
  const time = now.toTemporalInstant().toZonedDateTimeISO('UTC').subtract({ hours: hourUtc })
  const days = period === 'weekly' ? time.dayOfWeek - 1 : 0
  return time.subtract({ days }).startOfDay().add({ hours: hourUtc })
}
