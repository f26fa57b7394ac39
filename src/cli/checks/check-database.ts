import { existsSync } from 'node:fs'
import { connect, type Target } from '#database/connect.ts'
import { beyondOurs, migrationsOf, missingFrom, newerThanOurs } from '#database/migrate.ts'
import { databaseMistake, describeTarget } from '#database/open-database.ts'
import { reasonOf } from '../command-context.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const subject = 'Database'

/** Looks without changing anything: it neither makes nor migrates a database. */
export async function checkDatabase(target: Target): Promise<Finding> {
  if (target.kind === 'sqlite' && !existsSync(target.file)) {
    return warning(subject, `${target.file} is not there yet`, '`npm start` makes it.')
  }
  try {
    await using database = connect(target)
    const done = await migrationsOf(database)
    if (done === 'foreign') return failure(subject, 'is that of another program')
    const beyond = beyondOurs(done)
    if (beyond.length > 0)
      return failure(subject, `belongs to a newer version (${beyond.join(', ')})`)
    const missing = missingFrom(done)
    if (missing.length > 0) {
      const message = `is not up to date (${missing.join(', ')} missing)`
      return failure(subject, message, 'The server brings it up to date when it starts.')
    }
    const newer = newerThanOurs(done).map(({ name }) => name)
    const state =
      newer.length > 0 ? `last used by a newer version (${newer.join(', ')})` : 'up to date'
    return ok(subject, `${describeTarget(target)}, reachable and ${state}`)
  } catch (error) {
    return failure(subject, reasonOf(databaseMistake(target, error)))
  }
}
