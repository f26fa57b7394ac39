import type { Db } from '#database/schema.ts'
import { queueMails } from '#mail/queue-mail.ts'

const dayMs = 24 * 3_600_000
const hourUtc = 6
const daysOf = { daily: 1, weekly: 7 }

export type DigestPeriod = keyof typeof daysOf

/** Queues the digest of the period that has ended: once, whatever number of servers look, and however late. */
export async function queueDigest(db: Db, period: DigestPeriod, now: Date) {
  const until = lastEnd(period, now)
  const id = `${period} ${until.toISOString().slice(0, 10)}`
  const since = new Date(until.getTime() - daysOf[period] * dayMs).toISOString()
  // Nearly always it is there: that is found without a lock.
  if (await db.selectFrom('digests').select('id').where('id', '=', id).executeTakeFirst()) return
  await db.transaction().execute(async (trx) => {
    const earlier = await trx.selectFrom('digests').select('id').limit(1).executeTakeFirst()
    const [queued] = await trx
      .insertInto('digests')
      .values({ id, since, queued_at: now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    // The first server's first look only begins the first period: there is nothing to tell yet.
    if (earlier && queued) await queueMails(trx, [{ kind: 'digest', aboutId: id }], now)
  })
}

/** The last morning, or the last Monday's, that is over. */
function lastEnd(period: DigestPeriod, now: Date): Date {
  const end = new Date(now.getTime() - hourUtc * 3_600_000)
  end.setUTCHours(hourUtc, 0, 0, 0)
  const daysSince = period === 'weekly' ? (end.getUTCDay() + 6) % 7 : 0
  return new Date(end.getTime() - daysSince * dayMs)
}
