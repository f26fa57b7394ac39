import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { UserError } from '#user-error.ts'
import { backupMadeAt, checkIntegrity, fingerprintIn, secretFingerprint } from './backup-label.ts'
import { cleaningUp, heedSignals } from './cleaning-up.ts'
import { connect, type Database } from './connect.ts'
import { copyTable, countCopied, storedTables, type CopyProgress } from './copy-table.ts'
import { compactCopy } from './make-backup.ts'
import { migrate, schemaState } from './migrate.ts'
import type { Db, LetterTable, OutboxTable, Schema, Trx } from './schema.ts'

interface RestoreOptions {
  /** Those with which the file may have been made; none: the owner has lost them. */
  secrets: string[]
  /** A later backup, or the old database itself: what people said since is not forgotten. */
  since?: string | undefined
  /** Refuses a backup made before this: whoever was erased long ago can no longer be erased again. */
  notBefore?: Date | undefined
  /** Runs in the same transaction, before anyone else can see the rows. */
  finish: (trx: Trx, later: Db | undefined) => Promise<void>
  onCopied?: CopyProgress
}

/**
 * Fills an empty database from a backup of either kind, all or nothing.
 * @returns how many rows came back
 */
export async function restoreBackup(
  { db }: Database,
  file: string,
  { secrets, since, notBefore, finish, onCopied: tell = () => {} }: RestoreOptions,
): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'restore-'))
  const removeCopies = () => rmSync(dir, { recursive: true, force: true })
  return await cleaningUp(removeCopies, async () => {
    await using backup = openCopy(file, join(dir, 'backup.db'), secrets)
    await bringUpToDate(backup, file)
    await using later = since ? openCopy(since, join(dir, 'later.db'), secrets) : undefined
    if (later) await bringUpToDate(later, since!)
    return await db.transaction().execute(async (trx) => {
      if (notBefore) mustNotBeOlder(file, notBefore)
      if (since !== undefined) mustComeBefore(file, since)
      const tables = await storedTables(backup.db)
      for (const name of tables) await mustBeEmpty(trx, name)
      const onCopied = await countCopied(backup.db, tables, tell)
      let restored = 0
      for (const name of tables)
        restored += await restoreTable(trx, name, { backup, later, onCopied })
      await finish(trx, later?.db)
      // After it: who came back after an erasure has said so since.
      for (const name of later ? lastWords : []) {
        restored += await copyTable(later!, trx, name, { ifMissing: true })
      }
      await heedSignals()
      return restored
    })
  })
}

/** Who wants no mail or no use, or was erased, whatever the backup says. */
const lastWords = ['objections', 'restrictions', 'suppressions', 'erasures'] as const

interface Sources {
  backup: Database
  later: Database | undefined
  onCopied: (rows: number) => void
}

async function restoreTable(
  trx: Trx,
  name: keyof Schema,
  { backup, later, onCopied }: Sources,
): Promise<number> {
  const newest = later ?? backup
  if (name === 'letters') {
    return await copyTable(newest, trx, name, { change: letterInDoubt, onCopied })
  }
  if (name === 'outbox') {
    const other = await copyTable(backup, trx, name, { only: sql`letter is null`, onCopied })
    const only = sql`letter is not null`
    return other + (await copyTable(newest, trx, name, { only, change: mailInDoubt, onCopied }))
  }
  return await copyTable(backup, trx, name, { onCopied })
}

/** What waited to be sent, or was being sent, may have gone out since: only the owner can decide. */
function mailInDoubt(mail: OutboxTable) {
  if (mail.status !== 'queued' && mail.status !== 'sending') return { ...mail }
  return { ...mail, status: 'in_doubt', last_error: 'it waited when the backup was made' }
}

function letterInDoubt(letter: LetterTable) {
  return {
    ...letter,
    state: letter.state === 'preparing' ? 'started' : letter.state,
    in_doubt: letter.in_doubt + letter.queued + letter.sending,
    queued: 0,
    sending: 0,
  }
}

/** An older backup is migrated first, in a copy: the backup itself is never touched. */
function openCopy(file: string, copyFile: string, secrets: string[]): Database {
  checkIntegrity(file)
  const fingerprint = fingerprintIn(file)
  if (
    fingerprint !== 0 &&
    secrets.length > 0 &&
    !secrets.some((secret) => secretFingerprint(secret) === fingerprint)
  ) {
    throw new UserError(
      `${file} was made with another SECRET: without it nobody who was erased is known again, and no link in a mail works.\nGive that SECRET, or copy the file \`secret\` of the old DATA_DIR. If it is lost for good, say --secret-lost.`,
    )
  }
  compactCopy(file, copyFile)
  return connect({ kind: 'sqlite', file: copyFile })
}

async function bringUpToDate(copy: Database, file: string): Promise<void> {
  const state = await schemaState(copy)
  if (state === 'foreign' || state.isEmpty) {
    throw new UserError(`${file} is a database, but not a backup of this site.`)
  }
  if (state.newer.length > 0) {
    throw new UserError(`${file} was made by a newer version (${state.newer.join(', ')}).`)
  }
  await migrate(copy)
}

function mustNotBeOlder(file: string, notBefore: Date): void {
  const madeAt = backupMadeAt(file)
  if (madeAt >= notBefore) return
  throw new UserError(
    `${file} is of ${madeAt.toISOString().slice(0, 10)}: people who were erased since may come back with it, and nobody knows any more who they are.\nTake a newer one. If there is none, say --allow-old-backup.`,
  )
}

/** Else letters that went out would go out again. Of a database in use nobody can tell. */
function mustComeBefore(file: string, since: string): void {
  if (fingerprintIn(since) === 0 || backupMadeAt(since) >= backupMadeAt(file)) return
  throw new UserError(`${since} is older than ${file}: --since names the later of the two.`)
}

/** What a server notes by itself as soon as it runs. */
const ownNotes = new Set<keyof Schema>([
  'legal_texts',
  'digests',
  'visits',
  // Those of health: whoever has kept a submission has more than its key.
  'idempotency_keys',
])

async function mustBeEmpty(trx: Trx, name: keyof Schema): Promise<void> {
  if (ownNotes.has(name)) return void (await trx.deleteFrom(name).execute())
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
  if (rows.length === 0) return
  throw new UserError(
    `The database is not empty (${name} has rows). A backup is restored into an empty one only:\nset DATABASE_URL or DATA_DIR to a new place, or move the old database away first.`,
  )
}
