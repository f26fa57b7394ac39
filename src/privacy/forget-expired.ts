import { sql } from 'kysely'
import { periodStart } from '#content/periods.ts'
import { deleteInSlices, type Expiry } from '#database/delete-in-slices.ts'
import type { Db, Schema } from '#database/schema.ts'
import { giveUpWaiting } from '#mail/give-up-waiting.ts'
import { endByAge } from '#newsletter/end-by-age.ts'
import { personalData, type Ending, type Held } from '#personal-data.ts'
import { whoIsRestricted } from './restrict.ts'
import { rowsOf } from './rows-of.ts'

type Name = keyof Schema

/** Forgets whatever has been kept for as long as the privacy page says. Runs once a day. */
export async function forgetExpired(db: Db, now: Date) {
  const restricted = await whoIsRestricted(db)
  await endByAge(
    db,
    {
      unanswered: periodStart('pendingSignupDays', now),
      confirmed: periodStart('subscriptionMonths', now),
      except: restricted,
    },
    now,
  )
  await giveUpWaiting(db, periodStart('sentMailDays', now))
  for (const name of Object.keys(personalData) as Name[]) await sweep(db, name, restricted, now)
  const before = periodStart('visitMonths', now).toISOString().slice(0, 10)
  await deleteInSlices(db, { table: 'visits', key: ['day', 'source'], column: 'day', before })
}

/** Forgets what guards the door as soon as it has done its work. Runs every minute. */
export async function forgetExpiredLimits(db: Db, now: Date) {
  await sweep(db, 'rate_limits', [], now)
  await sweep(db, 'idempotency_keys', [], now)
}

async function sweep(db: Db, name: Name, restricted: string[], now: Date) {
  const held = personalData[name] as Held | null
  for (const ending of held?.endings ?? []) {
    if (ending.isChange !== true) {
      await deleteInSlices(db, expiryOf(name, held!, ending, restricted, now))
    }
  }
}

function expiryOf(
  table: Name,
  { person, key = ['id'], since }: Held,
  { period, from = since, only }: Ending,
  restricted: string[],
  now: Date,
): Expiry {
  // A limit says itself until which minute it counts.
  const before =
    from === 'minute' ? Math.floor(now.getTime() / 60_000) : periodStart(period, now).toISOString()
  const conditions = [
    ...(only === undefined ? [] : [withBefore(only, before)]),
    ...(person === 'hash' || restricted.length === 0
      ? []
      : [sql`not (${rowsOf(person, restricted)})`]),
  ]
  return {
    table,
    key,
    column: from,
    before,
    ...(conditions.length > 0 && { only: sql.join(conditions, sql` and `) }),
  }
}

function withBefore(only: string, before: string | number) {
  return sql.join(
    only.split('$before').map((part) => sql.raw(part)),
    sql`${before}`,
  )
}
