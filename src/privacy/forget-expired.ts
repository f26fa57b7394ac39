import { sql } from 'kysely'
import { periodStart } from '#content/periods.ts'
import { deleteInSlices } from '#database/delete-in-slices.ts'
import type { Db } from '#database/schema.ts'
import { giveUpWaiting } from '#mail/give-up-waiting.ts'
import { endByAge } from '#newsletter/end-by-age.ts'
import { archiveLetterMail } from '#newsletter/letter-sending.ts'
import { inboxKeys } from '#email-address.ts'
import { personalData } from '#personal-data.ts'
import { rowsOf } from './rows-of.ts'

/** Forgets whatever has been kept for as long as the privacy page says. Runs once a day. */
export async function forgetExpired(db: Db, now: Date) {
  await endByAge(db, now)
  await giveUpWaiting(db, periodStart('sentMailDays', now))
  await archiveLetterMail(db, periodStart('sentMailDays', now))
  for (const table of Object.keys(personalData)) await sweep(db, table, now)
  const before = periodStart('visitMonths', now).toISOString().slice(0, 10)
  await deleteInSlices(db, 'visits', 'day', sql`day < ${before}`)
}

/** Forgets what is kept for a day or less when that is over, not up to a day later. Runs every minute. */
export async function forgetShortLived(db: Db, now: Date) {
  const tables = ['rate_limits', 'idempotency_keys', 'mail_allowances', 'data_links']
  for (const table of tables) await sweep(db, table, now)
}

async function sweep(db: Db, table: string, now: Date) {
  const { person, columns, since, endings } = personalData[table]!
  const key = 'id' in columns ? 'id' : Object.keys(columns)[0]!
  // Where the table can be asked, every slice asks anew: a restriction of this moment counts.
  const isKept = person === 'inbox' ? await isInRestrictedInbox(db) : rowsOf(person)
  for (const { period, from = since, also = from, only = 'true', isChange } of endings) {
    if (isChange) continue
    // A limit says itself until which minute it counts.
    const before =
      from === 'minute'
        ? Math.floor(now.getTime() / 60_000)
        : periodStart(period, now).toISOString()
    const isDue = sql`${sql.raw(only)} and ${sql.ref(from)} < ${before}
      and ${sql.raw(also)} < ${before} and not (${isKept})`
    await deleteInSlices(db, table, key, isDue)
  }
}

/** More than anybody has ever seen, so that the list of them stays short. */
async function isInRestrictedInbox(db: Db) {
  const rows = await db.selectFrom('restrictions').select('email_key').limit(1000).execute()
  const inboxes = rows.flatMap(({ email_key }) => inboxKeys(email_key).all)
  return inboxes.length === 0 ? sql`false` : sql`email_key in (${sql.join(inboxes)})`
}
