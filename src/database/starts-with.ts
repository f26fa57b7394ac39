import { PostgresAdapter, sql } from 'kysely'
import type { Db } from './schema.ts'

/** Whether an address starts like this, by an index: those of PostgreSQL for it are in migrations.ts. */
export function startsWith(db: Db, column: string, start: string) {
  const ref = sql.ref(column)
  // Addresses are ASCII: nothing that starts like this comes after it.
  const end = `${start}\u007f`
  // PostgreSQL's usual order is that of a language, in which a word's beginning is no range.
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<boolean>`${ref} ~>=~ ${start} and ${ref} ~<~ ${end}`
    : sql<boolean>`${ref} >= ${start} and ${ref} < ${end}`
}
