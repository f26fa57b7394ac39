import { Kysely, sql, SqliteDialect, PostgresAdapter, type SelectQueryBuilder } from 'kysely'
import { connect, openReadOnly, type Database, type Target } from './connect.ts'
import type { Db, Schema } from './schema.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- Any tables: only the type of the rows matters here.
export type Rows<Row> = SelectQueryBuilder<any, any, Row>

// One insert copies a page: its rows times the columns of our widest table must stay below the parameter limit.
const pageSize = 1000

/** Reads all rows, with one page in memory at a time. On PostgreSQL it must run in a transaction. */
export async function* readInBatches<Row>(
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

/** Counts beyond this take too long in a large table, and nobody needs to know them. */
export const maxCounted = 10_000

/** @returns at most one more than `maxCounted` */
export async function countSome(db: Db, query: Rows<unknown>): Promise<number> {
  const some = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
    .limit(maxCounted + 1)
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from (${some}) as counted`.execute(db)
  return Number(rows[0]!.count)
}

const listPageSize = 50

/** The columns that a list is sorted by, and a row's values in them: together unique. */
export interface SortKey<Row> {
  columns: string[]
  valuesOf: (row: Row) => string[]
  /** A column before them that has one value in the whole list, for PostgreSQL to find the index. */
  constant?: string
  isAscending?: true
}

/**
 * One screen of a sorted list, and the key of the next one: as fast on the last screen as on the first.
 * @param after the key of the last row on the screen before
 */
export async function readListPage<Row>(
  query: Rows<Row>,
  { columns, valuesOf, constant, isAscending }: SortKey<Row>,
  after: string[] | undefined,
  size = listPageSize,
) {
  const order = isAscending ? 'asc' : 'desc'
  const key = sql.join(columns.map((column) => sql.ref(column)))
  const beyond = sql.raw(isAscending ? '>' : '<')
  let sorted = query.clearOrderBy().limit(size + 1)
  for (const column of [...(constant === undefined ? [] : [constant]), ...columns]) {
    sorted = sorted.orderBy(sql.ref(column), order)
  }
  if (after?.length === columns.length) {
    sorted = sorted.where(sql<boolean>`(${key}) ${beyond} (${sql.join(after)})`)
  }
  const rows = await sorted.execute()
  const shown = rows.slice(0, size)
  return { rows: shown, next: rows.length > size ? valuesOf(shown.at(-1)!) : undefined }
}

/** A prefix search that uses an index. PostgreSQL has indexes of its own for it: see migrations.ts. */
export function startsWith(db: Db, column: string, start: string) {
  const ref = sql.ref(column)
  // Addresses are ASCII, so U+007F sorts after every address with this prefix.
  const end = `${start}\u007f`
  // PostgreSQL's usual comparison follows a language: only these operators compare bytes.
  return isPostgres(db)
    ? sql<boolean>`${ref} ~>=~ ${start} and ${ref} ~<~ ${end}`
    : sql<boolean>`${ref} >= ${start} and ${ref} < ${end}`
}

/** Keeps SQLite from using this column's index: given a list of ids, it would still read all rows of a status. */
export function bypassIndex(column: string) {
  return sql<string>`coalesce(${sql.ref(column)}, '')`
}

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
