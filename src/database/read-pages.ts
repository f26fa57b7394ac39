import { sql, type SelectQueryBuilder } from 'kysely'
import type { Database } from './connect.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- Whichever they are, only the rows count here.
export type Rows<Row> = SelectQueryBuilder<any, any, Row>

// Times the columns of our widest table it stays below what one statement may carry: a page is copied by one.
const pageSize = 1000

/** Rows of any number in the memory of one page. On PostgreSQL within a transaction. */
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
