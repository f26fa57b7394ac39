import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import pg from 'pg'

/** One insert per commit in a loop: the disk's limit for a single writer. */
export function insertIntoSqlite(seconds: number): number {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'))
  const database = new SQLite(join(dir, 'loop.db'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('create table rows (id text primary key, email text not null, at text not null)')
  const insert = database.prepare('insert into rows values (?, ?, ?)')
  const endAt = performance.now() + seconds * 1000
  let count = 0
  for (; performance.now() < endAt; count += 1) insert.run(...row(count))
  database.close()
  rmSync(dir, { recursive: true })
  return count / seconds
}

/** The same through the driver, on ten connections at once. */
export async function insertIntoPostgres(url: string, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  await pool.query('drop table if exists bench_rows')
  await pool.query('create table bench_rows (id text primary key, email text, at text)')
  const endAt = performance.now() + seconds * 1000
  let count = 0
  const client = async () => {
    const connection = await pool.connect()
    while (performance.now() < endAt) {
      await connection.query('begin')
      await connection.query('insert into bench_rows values ($1, $2, $3)', row((count += 1)))
      await connection.query('commit')
    }
    connection.release()
  }
  await Promise.all(Array.from({ length: 10 }, client))
  await pool.end()
  return count / seconds
}

function row(serial: number): [string, string, string] {
  return [crypto.randomUUID(), `person${serial}@example.com`, new Date().toISOString()]
}
