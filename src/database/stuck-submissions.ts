import { countRows } from './read-pages.ts'
import type { Db } from './schema.ts'

/** Submissions that failed to be processed and wait for a retry. */
export async function countStuckSubmissions(db: Db): Promise<number> {
  const waiting = db.selectFrom('submissions').where('processed_at', 'is', null)
  return await countRows(waiting.where('attempts', '>', 0))
}
