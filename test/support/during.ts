import { sql, type Transaction } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#database/connect.ts'
import type { Schema } from '#database/schema.ts'
import { eventually } from './outbox.ts'

/** Begins `late` while `early` is written and not committed yet, and ends both. */
export async function during(
  { db, kind }: Database,
  early: (trx: Transaction<Schema>) => Promise<void>,
  late: () => Promise<unknown>,
) {
  let ending: Promise<unknown> | undefined
  await db.transaction().execute(async (trx) => {
    await early(trx)
    ending = late()
    // SQLite has one writer at a time: there nobody gets as far as a lock.
    if (kind === 'sqlite') return
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await eventually(async () => expect((await waiting.execute(db)).rows).toHaveLength(1))
  })
  await ending
}
