import { countRows } from '#database/read-rows.ts'
import type { Db } from '#database/schema.ts'
import { unconfirmedKinds, type MailKinds } from './mail-declaration.ts'
import { queueOnce } from './outbox.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** This part of the hourly limit is spread over the hour, so that a short flood can't use it all up. */
const spreadShare = 0.25

export interface HourlyLimit {
  /** How many more may be sent now. */
  left: number
  /** True once only the spread part is left: a visitor must not wait behind a flood. */
  isNewestFirst: boolean
}

/**
 * The state of UNCONFIRMED_MAIL_PER_HOUR. Counted in the outbox, so that a restart does not reset it. Refused and
 * deferred mail counts too, and mail in flight, but each mail only once: retries last for days, and would leave nothing
 * for new mail.
 */
export async function readHourlyLimit(
  db: Db,
  kinds: MailKinds,
  maxPerHour: number,
  now: Date,
): Promise<HourlyLimit> {
  const countTried = (withinMs: number) =>
    countTriedSince(db, kinds, new Date(now.getTime() - withinMs))
  const spread = Math.ceil(maxPerHour * spreadShare)
  const left = maxPerHour - (await countTried(hourMs))
  if (left > spread) return { left: left - spread, isNewestFirst: false }
  // One at a time, unless they are less than a second apart.
  const intervalMs = Math.min(Math.max(hourMs / spread, 1000), minuteMs)
  const maxPerInterval = Math.max(1, Math.round((spread * intervalMs) / hourMs))
  const leftNow = maxPerInterval - (await countTried(intervalMs))
  return { left: Math.max(0, Math.min(left, leftNow)), isNewestFirst: true }
}

async function countTriedSince(db: Db, kinds: MailKinds, since: Date): Promise<number> {
  const unconfirmed = db.selectFrom('outbox').where('letter', 'is', null)
  const tried = unconfirmed.where('kind', 'in', unconfirmedKinds(kinds))
  return await countRows(tried.where('tried_at', '>', since.toISOString()))
}

/** Notifies the owner that mail waits because of the limit, once a day: the notice's id is the day. */
export async function queueFloodNotice(db: Db, now: Date) {
  await queueOnce(db, 'flood-notice', now.toISOString().slice(0, 10), now)
}
