import { closeSync, openSync, readSync, statSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { keyedHash } from '#keyed-hash.ts'
import { UserError } from '#user-error.ts'
import { openReadOnly } from './connect.ts'

/** Writes into a backup when it was made, and with which SECRET, without telling that. */
export function labelBackup(file: string, secret: string, now: Date): void {
  const database = new SQLite(file)
  database.pragma('journal_mode = DELETE')
  database.pragma(`user_version = ${secretFingerprint(secret)}`)
  // No byte of them is left. A restore leaves both tables out: they tell of files, and of who knocks today.
  database.exec('pragma secure_delete = on; delete from backups; delete from rate_limits')
  database.prepare('insert into backups values (?, ?)').run(now.toISOString(), file)
  database.close()
}

/** By it a backup tells whether it was made with this SECRET. */
function secretFingerprint(secret: string): number {
  return Buffer.from(keyedHash(secret, 'backup', ''), 'base64url').readInt32BE()
}

export function isMadeWith(secrets: string[], file: string): boolean {
  return secrets.map(secretFingerprint).includes(fingerprintIn(file))
}

/** Since when nothing has come into a backup; of another database when it was last written. */
export function backupMadeAt(file: string): Date {
  const { mtime } = statSync(file)
  if (fingerprintIn(file) === 0) return mtime
  try {
    using database = openReadOnly(file)
    const written = database.prepare('select max(made_at) from backups').pluck().get() as string
    return new Date(written)
  } catch {
    // Damaged, but still full of people's words.
    return mtime
  }
}

/**
 * Read at its place in the header: SQLite would leave files beside a foreign database that it opens.
 * @returns 0 of a database that is no backup
 */
export function fingerprintIn(file: string): number {
  const header = Buffer.alloc(64)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, header)
  closeSync(descriptor)
  return header.readInt32BE(60)
}

/** SQLite does not say which file it is about, and the owner would take it for the site's own. */
export async function aboutFile(file: string, what: string, work: () => void | Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError)) throw error
    // One that was in use opens only where its journal can be made, also for those who only read.
    const isPlace = /^SQLITE_(?:CANTOPEN|READONLY)/.test(error.code)
    const advice = isPlace ? ' Copy it to a folder that this user may write to.' : ''
    throw new UserError(`${file} ${what}: ${error.message}.${advice}`)
  }
}
