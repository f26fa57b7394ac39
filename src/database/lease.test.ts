import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { eventually } from '../../test/support/open-outbox.ts'
import { createLease, LeaseLost } from './lease.ts'
import type { Db } from './schema.ts'

/** One whose holder counts as dead after half a second. */
function openLease(db: Db, given: Partial<Parameters<typeof createLease>[0]> = {}) {
  const lease = createLease({
    db,
    log: pino({ level: 'silent' }),
    onTaken: async () => {},
    takeoverMs: 500,
    heartbeatMs: 20,
    ...given,
  })
  onTestFinished(() => lease.release())
  return lease
}

const check = (db: Db, lease: ReturnType<typeof openLease>) =>
  db.transaction().execute((trx) => lease.check(trx))

for (const dialect of dialects) {
  test(`a free lease is taken at once, and a living holder keeps it (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const first = openLease(db, { heartbeatMs: 50 })
    await eventually(() => expect(first.isHeld()).toBe(true))
    const { counter } = await db.selectFrom('lease').selectAll().executeTakeFirstOrThrow()
    const second = openLease(db)
    await eventually(async () => {
      const now = await db.selectFrom('lease').selectAll().executeTakeFirstOrThrow()
      expect(now.counter).toBeGreaterThan(counter + 15)
    })
    expect([first.isHeld(), second.isHeld()]).toEqual([true, false])
    await expect(check(db, second)).rejects.toThrow(LeaseLost)
    await check(db, first)
    await first.release()
    await eventually(() => expect(second.isHeld()).toBe(true))
  })

  test(`a released lease is taken at once, however long a dead holder would be waited for (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const first = openLease(db)
    await eventually(() => expect(first.isHeld()).toBe(true))
    const waiting = openLease(db, { takeoverMs: 600_000 })
    await first.release()
    await eventually(() => expect(waiting.isHeld()).toBe(true))
  })

  test(`a holder that is back after another has taken over loses the lease (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    // As if suspended: its next heartbeat is in a minute.
    const suspended = openLease(db, { heartbeatMs: 60_000 })
    await eventually(() => expect(suspended.isHeld()).toBe(true))
    let taken = 0
    const second = openLease(db, { onTaken: async () => void (taken += 1) })
    await eventually(() => expect(second.isHeld()).toBe(true))
    expect(taken).toBe(1)
    await expect(check(db, suspended)).rejects.toThrow(LeaseLost)
    expect(suspended.isHeld()).toBe(false)
    await check(db, second)
  })

  test(`a holder that works between a look at its counter and the takeover keeps the lease (${dialect})`, async () => {
    const { db, kind } = await openTestDatabase(dialect)
    await db.updateTable('lease').set({ holder: 'other', counter: 7 }).execute()
    let looks = 0
    const working: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.length === 0) return result
        looks += 1
        const work = db.updateTable('lease').set((row) => ({ counter: row('counter', '+', 1) }))
        const done = work.execute()
        // SQLite has one connection, which this look still has: the work is next.
        if (kind === 'postgres') await done
        return result
      },
    }
    const lease = openLease(db.withPlugin(working), { takeoverMs: 0 })
    await eventually(() => expect(looks).toBeGreaterThan(2))
    expect(lease.isHeld()).toBe(false)
  })
}
