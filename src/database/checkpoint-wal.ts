import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** SQLite overwrites what is erased in its file, but not in its journal: that is folded into the file and cut. */
export async function checkpointWal(db: Db) {
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
