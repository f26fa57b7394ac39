import type { Database } from '#database/connect.ts'
import type { OutboxTable, Trx } from '#database/schema.ts'
import { longestPauseMs } from './retry-pause.ts'

export interface DueFilter {
  most: number
  /** 'sending': what was claimed, and its claim has ended. */
  status: 'queued' | 'sending'
  /** The letters that wait by themselves, as `letter NAME`. */
  paused?: string[]
  /** Without letters. */
  isUrgent?: boolean
  /** Of a letter, those before the others that were put off, and whose time has come again. */
  isPutOffFirst?: boolean
}

/** Nothing is put off further than this: what lies beyond was queued before the clock was set back. */
const furthestMs = longestPauseMs + 10 * 60_000

/** Mail whose time has come, locked: letters after all other mail, the oldest first unless put-off ones are. */
export async function findDue(
  trx: Trx,
  dialect: Database['kind'],
  { most, status, paused = [], isUrgent = false, isPutOffFirst = false }: DueFilter,
  now: Date,
): Promise<OutboxTable[]> {
  const found: OutboxTable[] = []
  for (const letter of [null, ...(isUrgent ? [] : await lettersUnderWay(trx, now))]) {
    const room = most - found.length
    if (room <= 0 || paused.includes(`letter ${letter}`)) continue
    const query = () =>
      trx
        .selectFrom('outbox')
        .selectAll()
        .where('status', '=', status)
        .where('letter', letter === null ? 'is' : '=', letter)
        .orderBy('due_at', letter !== null && isPutOffFirst ? 'desc' : 'asc')
        .limit(room)
        // On SQLite one transaction writes at a time.
        .$if(dialect === 'postgres', (q) => q.forUpdate().skipLocked())
    let due = await query().where('due_at', '<=', now.toISOString()).execute()
    if (due.length === 0) {
      const furthest = new Date(now.getTime() + furthestMs).toISOString()
      due = await query().where('due_at', '>', furthest).execute()
    }
    found.push(...due)
  }
  return found
}

async function lettersUnderWay(trx: Trx, now: Date): Promise<string[]> {
  const letters = await trx
    .selectFrom('letters')
    .select('name')
    .where('state', '!=', 'preparing')
    .where('due_at', '<=', now.toISOString())
    .where((row) =>
      row.exists(
        row
          .selectFrom('outbox')
          .select('id')
          .whereRef('outbox.letter', '=', 'letters.name')
          .where('outbox.status', 'in', ['queued', 'sending']),
      ),
    )
    .orderBy('started_at')
    .execute()
  return letters.map(({ name }) => name)
}
