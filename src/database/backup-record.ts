import { closeSync, openSync, readSync, statSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { keyedHash } from '#secret.ts'
import { UserError } from '#user-error.ts'
import { openReadOnly } from './connect.ts'
import type { Db, Schema } from './schema.ts'

/** Writes into a backup when it was made, its name, and a fingerprint of the SECRET. */
export function labelBackup(draft: string, file: string, secret: string, now: Date): void {
  const database = new SQLite(draft)
  database.pragma('journal_mode = DELETE')
  database.pragma(`user_version = ${secretFingerprint(secret)}`)
  // Without the list of earlier backups, which are files of the machine that made this one.
  database.exec('pragma secure_delete = on; delete from backups')
  database.prepare('insert into backups (made_at, file) values (?, ?)').run(now.toISOString(), file)
  database.close()
}

function secretFingerprint(secret: string): number {
  return Buffer.from(keyedHash(secret, 'backup', ''), 'base64url').readInt32BE()
}

export function isMadeWith(secrets: string[], file: string): boolean {
  return secrets.map(secretFingerprint).includes(fingerprintIn(file))
}

/** When a backup was made; for another database, when it was last written. */
export function backupMadeAt(file: string): Date {
  const { mtime } = statSync(file)
  if (fingerprintIn(file) === 0) return mtime
  try {
    using database = openReadOnly(file)
    const written = database.prepare('select max(made_at) from backups').pluck().get() as string
    return new Date(written)
  } catch {
    // A damaged backup still holds personal data: let it be pruned by its age.
    return mtime
  }
}

/**
 * Reads the header itself: SQLite would create files beside a foreign database that it opens.
 * @returns 0 if the database is not a backup
 */
export function fingerprintIn(file: string): number {
  const header = Buffer.alloc(64)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, header)
  closeSync(descriptor)
  return header.readInt32BE(60)
}

/** SQLite's errors don't name the file: the owner would think that they are about the site's own database. */
export async function withFileInErrors(
  file: string,
  problem: string,
  work: () => void | Promise<void>,
) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError)) throw error
    // A database in WAL mode opens only if its journal can be created, even for reading.
    const isFolderProblem = /^SQLITE_(?:CANTOPEN|READONLY)/.test(error.code)
    const advice = isFolderProblem ? ' Copy it to a folder that this user can write to.' : ''
    throw new UserError(`${file} ${problem}: ${error.message}.${advice}`)
  }
}

/** Records it in the site's own database, for `doctor` and the digest. */
export async function recordBackup(db: Db, file: string, now: Date): Promise<void> {
  await db
    .insertInto('backups')
    .values({ made_at: now.toISOString(), file })
    .onConflict((conflict) => conflict.column('made_at').doNothing())
    .execute()
}

/** @returns the files of the backups made before this time */
export async function backupsBefore(db: Db, before: Date): Promise<string[]> {
  const query = db.selectFrom('backups').select('file').where('made_at', '<', before.toISOString())
  return (await query.execute()).map(({ file }) => file)
}

export async function lastBackup(db: Db): Promise<Schema['backups'] | undefined> {
  return await db.selectFrom('backups').selectAll().orderBy('made_at', 'desc').executeTakeFirst()
}
