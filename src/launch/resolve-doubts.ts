import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/**
 * The owner's decision about every mail in doubt.
 * - resend: queued again, at the risk that somebody gets it twice
 * - accept: taken for sent, at the risk that somebody never got it
 * @returns how many there were
 */
export async function resolveDoubts(
  db: Kysely<Schema>,
  decision: 'resend' | 'accept',
  now: Date,
): Promise<number> {
  const change =
    decision === 'resend'
      ? ({ state: 'queued', run_id: null, attempts: 0, retry_at: null, reason: null } as const)
      : ({ state: 'sent', reason: 'taken for sent by the owner' } as const)
  const { numUpdatedRows } = await db
    .updateTable('launch_recipients')
    .set({ ...change, changed_at: now.toISOString() })
    .where('state', '=', 'in_doubt')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
