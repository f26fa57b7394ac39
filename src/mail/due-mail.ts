import type { Transaction } from 'kysely'
import type { Database } from '#database/connect.ts'
import type { Schema } from '#database/schema.ts'
import type { OutboxMail } from './mail-kinds.ts'
import type { Pauses } from './mail-pause.ts'
import { longestPauseMs } from './retry-pause.ts'

interface Wanted {
  most: number
  /** 'sending': what was claimed, and its claim has ended. */
  status?: 'queued' | 'sending'
  pauses?: Pauses | undefined
  /** Without letters. */
  isUrgent?: boolean
}

/** Nothing is put off further than this: what lies beyond was queued before the clock was set back. */
const furthestMs = longestPauseMs + 10 * 60_000

/** Mail whose time has come, locked: letters after all other mail, the oldest first. */
export async function findDue(
  trx: Transaction<Schema>,
  dialect: Database['kind'],
  { most, status = 'queued', pauses, isUrgent = false }: Wanted,
  now: Date,
): Promise<OutboxMail[]> {
  const found: OutboxMail[] = []
  for (const letter of [null, ...(isUrgent ? [] : await lettersUnderWay(trx, now))]) {
    const room = most - found.length
    if (room <= 0 || (letter !== null && pauses?.scopes.includes(`letter ${letter}`))) continue
    found.push(...(await dueOf(trx, dialect, { letter, most: room, status, pauses }, now)))
  }
  return found
}

async function lettersUnderWay(trx: Transaction<Schema>, now: Date): Promise<string[]> {
  const letters = await trx
    .selectFrom('letters')
    .select('name')
    .where('state', '!=', 'preparing')
    .where('due_at', '<=', now.toISOString())
    .where((row) => row.or([row('queued', '>', 0), row('sending', '>', 0)]))
    .orderBy('started_at')
    .execute()
  return letters.map(({ name }) => name)
}

async function dueOf(
  trx: Transaction<Schema>,
  dialect: Database['kind'],
  { letter, most, status, pauses }: Wanted & { letter: string | null },
  now: Date,
): Promise<OutboxMail[]> {
  const query = () =>
    trx
      .selectFrom('outbox')
      .selectAll()
      .where('status', '=', status!)
      .where('letter', letter === null ? 'is' : '=', letter)
      .$if(letter === null && pauses !== undefined && pauses.scopes.length > 0, (q) =>
        q.where('kind', 'not in', pauses!.scopes),
      )
      .orderBy('due_at')
      .limit(most)
      // On SQLite one transaction writes at a time.
      .$if(dialect === 'postgres', (q) => q.forUpdate().skipLocked())
  const due = await query().where('due_at', '<=', now.toISOString()).execute()
  if (due.length > 0) return due as OutboxMail[]
  const furthest = new Date(now.getTime() + furthestMs).toISOString()
  return (await query().where('due_at', '>', furthest).execute()) as OutboxMail[]
}
