import { sql, type Kysely } from 'kysely'
import type { Schema, SubscriberTable } from '#database/schema.ts'
import { readOutboxState } from '#mail/outbox-state.ts'

export interface Stats {
  subscribers: Record<SubscriberTable['status'], number> & { total: number }
  /** Of everyone who asked and is still on record, how many ever confirmed: 0 to 1, null without any. */
  conversion: number | null
  messages: number
  mailWaiting: number
  /** Oldest first, days without a signup included (UTC). */
  signupsByDay: { day: string; signups: number }[]
}

const days = 30

export async function collectStats(db: Kysely<Schema>, now: Date): Promise<Stats> {
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
    conversion: total === 0 ? null : confirmedEver / total,
    messages: await countMessages(db),
    mailWaiting: (await readOutboxState(db)).waiting,
    signupsByDay: await signupsByDay(db, now),
  }
}

async function countMessages(db: Kysely<Schema>): Promise<number> {
  const query = db.selectFrom('messages').select(({ fn }) => fn.countAll().as('count'))
  return Number((await query.executeTakeFirstOrThrow()).count)
}

async function signupsByDay(db: Kysely<Schema>, now: Date): Promise<Stats['signupsByDay']> {
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
