import { closeSync, openSync, readSync, statSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { keyedHash } from '#secret.ts'
import { UserError } from '#user-error.ts'
import { connectForReading, openReadOnly } from './connect.ts'
import { storedTables } from './copy-tables.ts'
import { countRows } from './read-rows.ts'
import type { Db, Instant, Schema } from './schema.ts'

/** Writes into an unfinished backup when it was made, its name, what it holds, and a fingerprint of the SECRET. */
export async function labelBackup(partial: string, file: string, secret: string, now: Date) {
  const contents = await countContents(partial)
  const made_at = now.toISOString()
  const database = new SQLite(partial)
  database.pragma('journal_mode = DELETE')
  database.pragma(`user_version = ${secretFingerprint(secret)}`)
  // The list of earlier backups stays: by it a restore knows whether this one goes on from another.
  database.exec('pragma secure_delete = on; delete from backup_proofs')
  database
    .prepare('insert or replace into backups (made_at, file) values (?, ?)')
    .run(made_at, file)
  database
    .prepare(
      `insert into backup_proofs (made_at, subscribers, messages, total)
        values (@made_at, @subscribers, @messages, @total)`,
    )
    .run({ made_at, ...contents })
  database.close()
}

export type BackupContents = Pick<BackupProof, 'subscribers' | 'messages' | 'total'>

/** The counts that a restore must bring back: confirmed subscribers, messages, and all rows. */
export async function countContents(file: string): Promise<BackupContents> {
  await using database = connectForReading({ kind: 'sqlite', file })
  const { db } = database
  let total = 0
  for (const table of await storedTables(db)) {
    total += await countRows(db.selectFrom(table))
  }
  const confirmed = db.selectFrom('subscribers').where('status', '=', 'confirmed')
  const messages = await countRows(db.selectFrom('messages'))
  return { subscribers: await countRows(confirmed), messages, total }
}

export type BackupProof = Schema['backup_proofs']

/** @returns what was written into a backup when it was made and proven */
export function proofIn(file: string): BackupProof | undefined {
  using database = openReadOnly(file)
  return database.prepare<[], BackupProof>('select * from backup_proofs').get()
}

/** The result stays with the file: it may be all that is left. */
export function markProven(file: string, now: Date): Instant {
  const provenAt = now.toISOString()
  const database = new SQLite(file)
  database.prepare('update backup_proofs set proven_at = ?').run(provenAt)
  database.close()
  return provenAt
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
  try {
    if (fingerprintIn(file) === 0) return mtime
    using database = openReadOnly(file)
    const written = database.prepare('select made_at from backup_proofs').pluck().get() as string
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
  const isSqlite = header.toString('latin1', 0, 16) === 'SQLite format 3\0'
  return isSqlite ? header.readInt32BE(60) : 0
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

/** Records it in the site's own database, for `doctor`, the console and the digest. */
export async function recordBackup(db: Db, file: string, proof: BackupProof): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const backup = trx.insertInto('backups').values({ made_at: proof.made_at, file })
    await backup.onConflict((conflict) => conflict.column('made_at').doNothing()).execute()
    await trx
      .insertInto('backup_proofs')
      .values(proof)
      .onConflict((conflict) => conflict.column('made_at').doUpdateSet(proof))
      .execute()
  })
}

/** @returns the files of the backups made before this time */
export async function backupsBefore(db: Db, before: Date): Promise<string[]> {
  const query = db.selectFrom('backups').select('file').where('made_at', '<', before.toISOString())
  return (await query.execute()).map(({ file }) => file)
}
