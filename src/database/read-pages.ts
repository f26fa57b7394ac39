import { Kysely, sql, SqliteDialect, type SelectQueryBuilder } from 'kysely'
import { connect, openReadOnly, type Database, type Target } from './connect.ts'
import type { Db, Schema } from './schema.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- Any tables: only the type of the rows matters here.
export type Rows<Row> = SelectQueryBuilder<any, any, Row>

// One insert copies a page: its rows times the columns of our widest table must stay below the parameter limit.
const pageSize = 1000

/** Reads all rows, with one page in memory at a time. On PostgreSQL it must run in a transaction. */
export async function* readPages<Row>(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  query: Rows<Row>,
): AsyncGenerator<Row[]> {
  if (kind === 'sqlite') {
    let page: Row[] = []
    for await (const row of query.stream()) {
      if (page.push(row) < pageSize) continue
      yield page
      page = []
    }
    if (page.length > 0) yield page
    return
  }
  await sql`declare reading no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(pageSize)} from reading`.execute(db)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close reading`.execute(db)
}

export async function countRows(query: Rows<unknown>): Promise<number> {
  const counting = query.clearSelect().clearOrderBy()
  const { count } = await counting
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Reads a consistent snapshot while others write. Reading page by page inside it sees every row exactly once.
 */
export async function readSnapshot<T>(target: Target, read: (db: Db) => Promise<T>): Promise<T> {
  if (target.kind === 'sqlite') {
    // Not connect(): its transactions take the write lock at once.
    const dialect = new SqliteDialect({ database: openReadOnly(target.file) })
    await using db = new Kysely<Schema>({ dialect })
    return await db.transaction().execute(read)
  }
  await using database = connect(target)
  return await database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // The reader of our output may pause for long (`| less`).
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      return await read(trx)
    })
}
