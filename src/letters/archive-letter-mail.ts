import { yieldToWriters } from '#database/connect.ts'
import type { Db } from '#database/schema.ts'
import { addCounts } from './stored-letters.ts'

/** Rows per transaction, so that other writers get the lock in between. */
const batchSize = 3000

/** Deletes mail of letters that ended before then, and keeps its counts with the letter. */
export async function archiveLetterMail(db: Db, before: Date): Promise<void> {
  const letters = await db.selectFrom('letters').select('name').execute()
  for (const { name } of letters) {
    while ((await archiveBatch(db, name, before.toISOString())) === batchSize)
      await yieldToWriters()
  }
}

async function archiveBatch(db: Db, name: string, before: string): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const letter = trx.updateTable('letters').where('name', '=', name)
    // Locks the row: two servers may archive at the same time.
    const locked = await letter.set({ name }).returning('archived_counts').executeTakeFirstOrThrow()
    const ended = trx
      .selectFrom('outbox')
      .select('id')
      .where('letter', '=', name)
      .where('status', 'in', ['sent', 'failed', 'in_doubt', 'skipped'])
      .where('due_at', '<', before)
      .limit(batchSize)
    const deleted = await trx
      .deleteFrom('outbox')
      .where('id', 'in', ended)
      .returning('status')
      .execute()
    if (deleted.length === 0) return 0
    const counts = addCounts(
      locked.archived_counts,
      deleted.map(({ status }) => [status, 1] as const),
    )
    await letter.set({ archived_counts: JSON.stringify(counts) }).execute()
    return deleted.length
  })
}
