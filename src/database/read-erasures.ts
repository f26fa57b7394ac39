import SQLite from 'better-sqlite3'
import type { ErasureTable } from './schema.ts'

/** The erasures that another backup, or the old SQLite database itself, knows of. */
export function readErasures(file: string): ErasureTable[] {
  const database = new SQLite(file, { readonly: true, fileMustExist: true })
  try {
    return database.prepare<[], ErasureTable>('select email_hash, erased_at from erasures').all()
  } finally {
    database.close()
  }
}
