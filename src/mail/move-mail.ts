import { sql } from 'kysely'
import { padToPowerOfTwo } from '#database/pad-to-power-of-two.ts'
import { yieldLock } from '#database/connect.ts'
import { notByIndex } from '#database/not-by-index.ts'
import type { Rows } from '#database/read-pages.ts'
import type { Db, OutboxTable, Trx } from '#database/schema.ts'

export interface Move {
  ids: string[]
  from: OutboxTable['status']
  /** Only what this courier holds, or held last. */
  claimedBy?: string
  to: OutboxTable['status']
  change: Partial<Pick<OutboxTable, 'due_at' | 'claimed_by' | 'last_error' | 'attempts'>>
}

/** @returns the ids that moved, for each move */
export async function moveMail(trx: Trx, moves: Move[]): Promise<string[][]> {
  const moved: string[][] = []
  for (const { ids, from, claimedBy, to, change } of moves) {
    const query = trx
      .updateTable('outbox')
      .set({ ...change, status: to })
      .where('id', 'in', padToPowerOfTwo(ids))
      .where(notByIndex('status'), '=', from)
      .$if(claimedBy !== undefined, (update) => update.where('claimed_by', '=', claimedBy!))
      .returning('id')
    const rows = ids.length === 0 ? [] : await query.execute()
    moved.push(rows.map(({ id }) => id))
  }
  return moved
}

/**
 * Moves all mail of a letter, or all other mail, that is in the status `from`.
 * @param only which of it alone
 * @returns how many moved
 */
export async function moveAll(
  db: Db,
  letter: string | null,
  move: Omit<Move, 'ids'>,
  only = sql<boolean>`true`,
): Promise<number> {
  return await moveFound(db, move, (trx) =>
    trx
      .selectFrom('outbox')
      .select('id')
      .where('letter', letter === null ? 'is' : '=', letter)
      .where('status', '=', sql.lit(move.from))
      .where(only),
  )
}

const atOnce = 3000

/**
 * In pieces, so that the couriers and the visitors get their turn.
 * @param find only what is in the status `from`: else it would be found for ever
 */
export async function moveFound(
  db: Db,
  move: Omit<Move, 'ids'>,
  find: (trx: Trx) => Rows<{ id: string }>,
): Promise<number> {
  let moved = 0
  for (;;) {
    const { found, ids } = await db.transaction().execute(async (trx) => {
      const rows = await find(trx).limit(atOnce).execute()
      const [done] = await moveMail(trx, [{ ...move, ids: rows.map(({ id }) => id) }])
      return { found: rows.length, ids: done! }
    })
    moved += ids.length
    if (found < atOnce) return moved
    await yieldLock()
  }
}
