import { existsSync } from 'node:fs'
import { connect, type Target } from '#database/connect.ts'
import { migrationsOf, missingMigrations, newerThanOurs } from '#database/migrate.ts'
import { databaseMistake } from '#database/open-database.ts'
import { reasonOf } from '../command-context.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const subject = 'Database'

/** Looks without changing anything: it neither makes nor migrates a database. */
export async function checkDatabase(target: Target): Promise<Finding> {
  if (target.kind === 'sqlite' && !existsSync(target.file)) {
    return warning(subject, `${target.file} is not there yet`, '`npm start` makes it.')
  }
  let database: ReturnType<typeof connect> | undefined
  try {
    database = connect(target)
    const done = await migrationsOf(database)
    const missing = await missingMigrations(database)
    if (done === 'foreign' || missing.length > 0) {
      const state = done === 'foreign' ? 'is that of another program' : 'is not up to date'
      const message = `${state} (${missing.join(', ')} missing)`
      return failure(subject, message, 'The server brings it up to date when it starts.')
    }
    const kind = target.kind === 'sqlite' ? `SQLite in ${target.file}` : 'PostgreSQL'
    const newer = newerThanOurs(done)
    const state =
      newer.length > 0 ? `last used by a newer version (${newer.join(', ')})` : 'up to date'
    return ok(subject, `${kind}, reachable and ${state}`)
  } catch (error) {
    return failure(subject, reasonOf(databaseMistake(target, error)))
  } finally {
    await database?.close()
  }
}
