import { sql } from 'kysely'

/** Keeps SQLite from using this column's index: given a list of ids, it would still read all rows of a status. */
export function withoutIndex(column: string) {
  return sql<string>`coalesce(${sql.ref(column)}, '')`
}
