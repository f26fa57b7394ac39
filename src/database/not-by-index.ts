import { sql } from 'kysely'

/** A column to compare, not to look up by: for a list of ids SQLite would rather read all rows of a status. */
export function notByIndex(column: string) {
  return sql<string>`coalesce(${sql.ref(column)}, '')`
}
