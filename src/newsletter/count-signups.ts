import { sql } from 'kysely'
import type { Db, SubscriberTable } from '#database/schema.ts'

const days = 30

export async function countSignups(db: Db, now: Date) {
  const states = await db
    .selectFrom('subscribers')
    .select(({ fn }) => ['status', fn.countAll().as('count'), fn.count('confirmed_at').as('ever')])
    .groupBy('status')
    .execute()
  const count = (status: SubscriberTable['status']) =>
    Number(states.find((row) => row.status === status)?.count ?? 0)
  const total = states.reduce((sum, row) => sum + Number(row.count), 0)
  const confirmedEver = states.reduce((sum, row) => sum + Number(row.ever), 0)
  return {
    subscribers: {
      pending: count('pending'),
      confirmed: count('confirmed'),
      unsubscribed: count('unsubscribed'),
      total,
    },
    /** Of everyone who asked and is still on record, how many ever confirmed: 0 to 1, null without any. */
    conversion: total === 0 ? null : confirmedEver / total,
    signupsByDay: await signupsByDay(db, now),
  }
}

/** Oldest first, days without a signup included (UTC). */
async function signupsByDay(db: Db, now: Date) {
  const wanted = Array.from({ length: days }, (_, index) =>
    new Date(now.getTime() - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
  const day = sql<string>`substr(asked_at, 1, 10)`
  const rows = await db
    .selectFrom('subscribers')
    .select(({ fn }) => [day.as('day'), fn.countAll().as('count')])
    .where('asked_at', '>=', wanted[0]!)
    .groupBy(day)
    .execute()
  const counted = new Map(rows.map((row) => [row.day, Number(row.count)]))
  return wanted.map((date) => ({ day: date, signups: counted.get(date) ?? 0 }))
}
