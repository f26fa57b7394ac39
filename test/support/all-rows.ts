import { sql, type Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** Every row of every table that there is, as text. */
export async function allRows(db: Kysely<Schema>): Promise<Record<string, string[]>> {
  const tables = await db.introspection.getTables()
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = await sql`select * from ${sql.table(name)}`.execute(db)
    rows[name] = found.rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return rows
}

/** Where an address still stands, however it is spelled. */
export function tablesWith(emailKey: string, rows: Record<string, string[]>): string[] {
  return Object.keys(rows)
    .filter((table) => rows[table]!.some((row) => row.toLowerCase().includes(emailKey)))
    .toSorted()
}
