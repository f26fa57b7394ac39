import { existsSync } from 'node:fs'
import { connect, type Target } from '#database/connect.ts'
import { missingMigrations, unknownMigrations } from '#database/migrate.ts'
import { reasonOf } from '../desk.ts'
import type { Finding } from './finding.ts'

/** Looks without changing anything: it neither makes nor migrates a database. */
export async function checkDatabase(target: Target): Promise<Finding> {
  const subject = 'Database'
  if (target.kind === 'sqlite' && !existsSync(target.file)) {
    return {
      level: 'warning',
      subject,
      says: `${target.file} is not there yet`,
      advice: '`npm start` makes it.',
    }
  }
  let database: ReturnType<typeof connect> | undefined
  try {
    database = connect(target)
    const missing = await missingMigrations(database)
    const unknown = (await unknownMigrations(database)) ?? []
    if (unknown.length > 0) {
      return {
        level: 'failure',
        subject,
        says: `was migrated by a newer version (${unknown.join(', ')})`,
        advice: 'Update this program.',
      }
    }
    if (missing.length > 0) {
      return {
        level: 'failure',
        subject,
        says: `is not migrated (${missing.join(', ')})`,
        advice: 'Start the server once: it migrates by itself.',
      }
    }
    const kind = target.kind === 'sqlite' ? `SQLite in ${target.file}` : 'PostgreSQL'
    return { level: 'ok', subject, says: `${kind}, reachable and migrated` }
  } catch (error) {
    return {
      level: 'failure',
      subject,
      says: `cannot be opened: ${reasonOf(error)}`,
      advice: 'Check DATABASE_URL and DATA_DIR.',
    }
  } finally {
    await database?.close()
  }
}
