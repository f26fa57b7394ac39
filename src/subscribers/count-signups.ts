import { sql } from 'kysely'
import { countRows } from '#database/read-rows.ts'
import type { Db, SubscriberTable } from '#database/schema.ts'

const days = 30

/** Every count uses an index alone: reading a million rows would take a second. */
export async function countSignups(db: Db, now: Date) {
  const all = db.selectFrom('subscribers')
  const count = (status: SubscriberTable['status']) => countRows(all.where('status', '=', status))
  const pending = await count('pending')
  const confirmed = await count('confirmed')
  const unsubscribed = await count('unsubscribed')
  const total = pending + confirmed + unsubscribed
  // Pending and unsubscribed people may have confirmed before. Not a parameter: only the literal condition of the
  // partial index subscribers_confirmed_before makes a database use it.
  const before = await countRows(
    all.where(sql<boolean>`confirmed_at is not null and status <> 'confirmed'`),
  )
  return {
    subscribers: { pending, confirmed, unsubscribed, total },
    /** Of everyone who asked and is still on record, how many ever confirmed: 0 to 1, null without any. */
    conversion: total === 0 ? null : (confirmed + before) / total,
    signupsByDay: await signupsByDay(db, now),
  }
}

/** Oldest first, days without a signup included (UTC). */
async function signupsByDay(db: Db, now: Date) {
  const counted: { day: string; signups: number }[] = []
  const all = db.selectFrom('subscribers')
  for (let age = days - 1; age >= 0; age -= 1) {
    const [day, next] = [dayBefore(now, age), dayBefore(now, age - 1)]
    const signups = await countRows(all.where('asked_at', '>=', day).where('asked_at', '<', next))
    counted.push({ day, signups })
  }
  return counted
}

function dayBefore(now: Date, age: number): string {
  return new Date(now.getTime() - age * 86_400_000).toISOString().slice(0, 10)
}
