import SQLite from 'better-sqlite3'

/** A connection of its own, which stops no writer (in WAL mode) and makes no file. */
export function openReadOnly(file: string): SQLite.Database & Disposable {
  const database = new SQLite(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  return Object.assign(database, { [Symbol.dispose]: () => void database.close() })
}
