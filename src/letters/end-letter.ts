import { sql, type Kysely, type Transaction } from 'kysely'
import type { OutboxTable, Schema } from '#database/schema.ts'
import { moveMail, type Move } from '#mail/move-mail.ts'

const atOnce = 1000

/**
 * Takes back what has not gone out. What is being sent at this moment is sent.
 * @returns how many will not get it
 */
export async function stopLetter(db: Kysely<Schema>, name: string, now: Date): Promise<number> {
  await db.updateTable('letters').set({ state: 'stopped' }).where('name', '=', name).execute()
  return await moveAll(db, name, {
    from: 'queued',
    to: 'skipped',
    change: { due_at: now.toISOString(), last_error: 'stopped by the owner' },
  })
}

/**
 * The owner's decision about every mail in doubt.
 * - resend: queued again, at the risk that somebody gets it twice
 * - accept: taken for sent, at the risk that somebody never got it
 * @returns how many there were
 */
export async function resolveDoubts(
  db: Kysely<Schema>,
  name: string,
  decision: 'resend' | 'accept',
  now: Date,
): Promise<number> {
  const change = { attempts: 0, due_at: now.toISOString(), claimed_by: null }
  return await moveAll(
    db,
    name,
    decision === 'resend'
      ? { from: 'in_doubt', to: 'queued', change: { ...change, last_error: null } }
      : {
          from: 'in_doubt',
          to: 'sent',
          change: { ...change, last_error: 'taken for sent by the owner' },
        },
  )
}

/** In pieces, so that the couriers and the visitors get their turn. */
async function moveAll(db: Kysely<Schema>, name: string, move: Omit<Move, 'ids'>): Promise<number> {
  let moved = 0
  for (;;) {
    const ids = await db.transaction().execute(async (trx) => {
      const found = await idsOf(trx, name, move.from)
      const [done = []] = await moveMail(trx, [{ ...move, ids: found }])
      return { found: found.length, done: done.length }
    })
    moved += ids.done
    if (ids.found < atOnce) return moved
  }
}

async function idsOf(trx: Transaction<Schema>, name: string, status: OutboxTable['status']) {
  const rows = await trx
    .selectFrom('outbox')
    .select('id')
    .where('letter', '=', name)
    .where('status', '=', sql.lit(status))
    .limit(atOnce)
    .execute()
  return rows.map(({ id }) => id)
}
