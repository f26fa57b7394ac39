import { sql } from 'kysely'
import { connect, type Database, type Target } from './connect.ts'
import { migrate } from './migrate.ts'

/** Connects and brings the database up to date. Throws DatabaseUnreachable when it is not there. */
export async function openDatabase(target: Target): Promise<Database> {
  const database = await reach(target)
  await migrate(database)
  return database
}

/** Something the owner can mend: its message is one sentence. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    const { message, code } = cause as { message?: string; code?: string }
    // A host with two addresses fails with no message, only a code.
    super(`The database cannot be opened (DATABASE_URL): ${message || code}`, { cause })
    this.name = 'DatabaseUnreachable'
  }
}

async function reach(target: Target): Promise<Database> {
  try {
    const database = connect(target)
    await sql`select 1`.execute(database.db)
    return database
  } catch (error) {
    throw new DatabaseUnreachable(error)
  }
}
