import { CompiledQuery, Kysely, SqliteDialect, type Driver, type QueryResult } from 'kysely'
import type { Db, Schema } from './schema.ts'

/** Runs what another thread asks, in plain values, so that this one waits for the disk. */
export function serveQueries(db: Db) {
  return async (text: string, parameters: readonly unknown[]) =>
    await db.executeQuery(CompiledQuery.raw(text, [...parameters]))
}

type Query = ReturnType<typeof serveQueries>

/** A SQLite database whose statements run where its queries are served, which nobody else may ask. */
export function remoteSqlite(query: Query): Db {
  // By its dialect Kysely knows that there is one connection, and lends it to one at a time.
  const dialect = new SqliteDialect({ database: () => Promise.reject(new Error('It is remote.')) })
  dialect.createDriver = () => remoteDriver(query)
  return new Kysely<Schema>({ dialect })
}

function remoteDriver(query: Query): Driver {
  const run = (text: string) => async () => void (await query(text, []))
  return {
    async init() {},
    acquireConnection: async () => ({
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery) =>
        (await query(sql, parameters)) as QueryResult<Row>,
      streamQuery() {
        throw new Error('Nothing that answers a request reads without end.')
      },
    }),
    beginTransaction: run('begin immediate'),
    commitTransaction: run('commit'),
    rollbackTransaction: run('rollback'),
    async releaseConnection() {},
    async destroy() {},
  }
}
