import { PostgresAdapter, sql } from 'kysely'
import type { Db } from './schema.ts'

/** A prefix search that uses an index. PostgreSQL has indexes of its own for it: see migrations.ts. */
export function startsWith(db: Db, column: string, start: string) {
  const ref = sql.ref(column)
  // Addresses are ASCII, so U+007F sorts after every address with this prefix.
  const end = `${start}\u007f`
  // PostgreSQL's usual comparison follows a language: only these operators compare bytes.
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<boolean>`${ref} ~>=~ ${start} and ${ref} ~<~ ${end}`
    : sql<boolean>`${ref} >= ${start} and ${ref} < ${end}`
}
