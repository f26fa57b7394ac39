import { statSync } from 'node:fs'
import type SQLite from 'better-sqlite3'
import { CompiledQuery, SqliteAdapter, SqliteDialect } from 'kysely'
import { UserError } from '#user-error.ts'

/**
 * SQLite with transactions that take the write lock at once: a deferred transaction that reads first fails when
 * another process writes before it does.
 */
export function createSqliteDialect(database: SQLite.Database): SqliteDialect {
  const dialect = new SqliteDialect({ database: cacheStatements(database) })
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    }
    const rollBack = driver.rollbackTransaction.bind(driver)
    // On a full disk SQLite has already rolled back; a second rollback would hide the reason.
    driver.rollbackTransaction = async (connection) => {
      if (database.inTransaction) await rollBack(connection)
    }
    return driver
  }
  dialect.createAdapter = () => new TransactionalDdlAdapter()
  return dialect
}

/** SQLite would go on in a deleted file, and lose everything at its end. */
function watchPlace(file: string): () => void {
  const { ino, dev } = statSync(file)
  return () => {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.ino !== ino || found.dev !== dev)
      throw new UserError(
        `${file} was deleted or replaced while in use: see "A lost database" in docs/running.md`,
      )
  }
}

const maxStatements = 200

/** Without a cache Kysely prepares each statement again, which takes longer than running it. */
function cacheStatements(database: SQLite.Database) {
  const cache = new Map<string, SQLite.Statement>()
  const assertInPlace = database.memory ? () => {} : watchPlace(database.name)
  return {
    prepare(sql: string) {
      // Not in Kysely's acquireConnection: if that throws, Kysely never releases its lock.
      if (!database.inTransaction) assertInPlace()
      const cached = cache.get(sql)
      // A statement that is still being read can't start again.
      if (cached && !cached.busy) return cached
      const statement = database.prepare(sql)
      if (cache.size >= maxStatements) cache.delete(cache.keys().next().value!)
      cache.set(sql, statement)
      return statement
    },
    close: () => void database.close(),
  }
}

/** SQLite's schema changes are transactional, so migrations run inside one transaction, under its lock. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}
