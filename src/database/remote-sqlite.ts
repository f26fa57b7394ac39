import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import { beginWriting, unlessRolledBack } from './patient-sqlite-dialect.ts'
import type { Db, Schema } from './schema.ts'

/** Runs what another thread asks, in plain values, so that this one waits for the disk. */
export function serveQueries(db: Db) {
  const lent = new Map<number, { connection: Db; giveBack: () => void }>()
  let lastId = 0
  return {
    acquire: () =>
      new Promise<number>((resolve, reject) => {
        const lend = (connection: Db) =>
          new Promise<void>((giveBack) => {
            lastId += 1
            lent.set(lastId, { connection, giveBack })
            resolve(lastId)
          })
        db.connection().execute(lend).catch(reject)
      }),
    query: async (id: number, text: string, parameters: readonly unknown[]) =>
      await lent.get(id)!.connection.executeQuery(CompiledQuery.raw(text, [...parameters])),
    async release(id: number) {
      lent.get(id)!.giveBack()
      lent.delete(id)
    },
  }
}

type QueryServer = ReturnType<typeof serveQueries>

/** A SQLite database whose statements run where the server of queries is. */
export function remoteSqlite(server: QueryServer): Db {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createDriver: () => remoteDriver(server),
    },
  })
}

function remoteDriver(server: QueryServer): Driver {
  const ids = new WeakMap<DatabaseConnection, number>()
  const run = (text: string) => async (connection: DatabaseConnection) => {
    await connection.executeQuery(CompiledQuery.raw(text))
  }
  return {
    async init() {},
    async acquireConnection() {
      const id = await server.acquire()
      const connection: DatabaseConnection = {
        executeQuery: async <Row>({ sql, parameters }: CompiledQuery) =>
          (await server.query(id, sql, parameters)) as QueryResult<Row>,
        streamQuery() {
          throw new Error('Nothing that answers a request reads without end.')
        },
      }
      ids.set(connection, id)
      return connection
    },
    beginTransaction: run(beginWriting),
    commitTransaction: run('commit'),
    rollbackTransaction: (connection) => unlessRolledBack(run('rollback')(connection)),
    releaseConnection: async (connection) => await server.release(ids.get(connection)!),
    async destroy() {},
  }
}
