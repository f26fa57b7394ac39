import { existsSync } from 'node:fs'
import { connect, type Target } from '#database/connect.ts'
import { migrationsOf, missingMigrations, newerThanOurs } from '#database/migrate.ts'
import { databaseMistake } from '#database/open-database.ts'
import { reasonOf } from '../command-context.ts'
import type { Finding } from './finding.ts'

/** Looks without changing anything: it neither makes nor migrates a database. */
export async function checkDatabase(target: Target): Promise<Finding> {
  const subject = 'Database'
  if (target.kind === 'sqlite' && !existsSync(target.file)) {
    return {
      level: 'warning',
      subject,
      message: `${target.file} is not there yet`,
      advice: '`npm start` makes it.',
    }
  }
  let database: ReturnType<typeof connect> | undefined
  try {
    database = connect(target)
    const done = await migrationsOf(database)
    const missing = await missingMigrations(database)
    if (done === 'foreign' || missing.length > 0) {
      const message = done === 'foreign' ? 'is that of another program' : 'is not up to date'
      const advice = 'The server brings it up to date when it starts.'
      return {
        level: 'failure',
        subject,
        message: `${message} (${missing.join(', ')} missing)`,
        advice,
      }
    }
    const kind = target.kind === 'sqlite' ? `SQLite in ${target.file}` : 'PostgreSQL'
    const newer = newerThanOurs(done)
    const state =
      newer.length > 0 ? `last used by a newer version (${newer.join(', ')})` : 'up to date'
    return { level: 'ok', subject, message: `${kind}, reachable and ${state}` }
  } catch (error) {
    return { level: 'failure', subject, message: reasonOf(databaseMistake(target, error)) }
  } finally {
    await database?.close()
  }
}
