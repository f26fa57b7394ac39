import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, SqliteDialect, type DatabaseConnection, type Driver } from 'kysely'

const patienceMs = 5000
const sameLockMs = 1000
const longestPauseMs = 50
export const beginWriting = 'begin immediate'

/**
 * SQLite lets one process write at a time. This dialect waits for its turn asynchronously (SQLite's
 * own busy timeout stops the whole process), and begins every transaction as a writer: a deferred
 * one that reads first fails at once when somebody else wrote in between.
 */
export class PatientSqliteDialect extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    // There is only one.
    let patient: DatabaseConnection | undefined
    driver.acquireConnection = async (options) => (patient ??= waiting(await acquire(options)))
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw(beginWriting))
    }
    const rollBack = driver.rollbackTransaction.bind(driver)
    driver.rollbackTransaction = (connection) => unlessRolledBack(rollBack(connection))
    return driver
  }
}

/** Between the transactions of long work: whoever waits for the lock looks for it at least once meanwhile. */
export async function letOthersWrite() {
  await sleep(2 * longestPauseMs)
}

/** A full disk has rolled back already, and is what the caller should hear of. */
export async function unlessRolledBack(rollingBack: Promise<void>): Promise<void> {
  try {
    await rollingBack
  } catch (error) {
    if (!/no transaction is active/.test(String(error))) throw error
  }
}

function waiting(connection: DatabaseConnection): DatabaseConnection {
  // Patience is for a lock, not for a statement: those that come meanwhile would wait one after the other.
  const lock = { since: 0, seenAt: -Infinity }
  const isPatient = () => {
    const now = performance.now()
    if (now - lock.seenAt > sameLockMs) lock.since = now
    lock.seenAt = now
    return now - lock.since < patienceMs
  }
  return {
    // A statement that was refused as busy has done nothing, so it can be tried again.
    async executeQuery<Row>(query: CompiledQuery) {
      for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
        try {
          const result = await connection.executeQuery<Row>(query)
          // Who had to wait, or begins to write, has the lock: the next is another.
          if (pauseMs > 1 || query.sql === beginWriting) lock.seenAt = -Infinity
          return result
        } catch (error) {
          const isBusy = String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')
          if (!isBusy || !isPatient()) throw error
          await sleep(pauseMs)
        }
      }
    },
    streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
  }
}
