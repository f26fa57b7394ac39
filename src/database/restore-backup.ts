import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { storedReasons } from '#stored-reasons.ts'
import { UserError } from '#user-error.ts'
import { withFileInErrors, backupMadeAt, fingerprintIn, isMadeWith } from './backup-record.ts'
import { connect, type Database } from './connect.ts'
import {
  backupRecords,
  withCleanUp,
  copyTables,
  storedTables,
  type CopyProgress,
} from './copy-tables.ts'
import { assertKnownSchema } from './known-schema.ts'
import { copyLaterRows, countLaterChanges, shareRows, type LaterChanges } from './later-rows.ts'
import { checkIntegrity, compactCopy } from './make-backup.ts'
import { migrate, schemaState } from './migrate.ts'
import { countRows } from './read-rows.ts'
import type { Db, Schema, Trx } from './schema.ts'

interface RestoreOptions {
  now: Date
  /** The backup must have been made with one of these. Empty to skip the check, if the owner has lost the secret. */
  secrets: string[]
  /** A later backup, or the old database itself: later unsubscribes, bounces and erasures are kept. */
  since?: string | undefined
  /** Rejects a backup made before this: older erasures can no longer be repeated. */
  notBefore?: Date | undefined
  /** Erases people again in a copy of the backup, before later rows are added: some may have come back since. */
  eraseAgain?: (trx: Trx, erasures: Schema['erasures'][]) => Promise<number>
  /** Runs on the restored database, in the same transaction: the command pauses all mail here. */
  finish: (trx: Trx) => Promise<void>
  onCopied?: CopyProgress
}

interface Prepared {
  /** The numbers of rows that `since` has and the backup doesn't. */
  later: (LaterChanges & { erased: number }) | undefined
  /** Whether `since` goes on from the backup. If it began empty, it doesn't know who left in between. */
  isKnown: boolean
  /** Letters that were not queued yet at their time. */
  overdue: { name: string; mayHaveGoneOut: boolean }[]
  /** Letters that waited for their time or for the launch. */
  cancelled: string[]
}

/**
 * Fills an empty database from a backup of either kind, all or nothing.
 * @returns the number of restored rows, and what the owner has to know
 */
export async function restoreBackup(
  { db }: Database,
  file: string,
  options: RestoreOptions,
): Promise<{ rows: number } & Prepared> {
  return await withPreparedCopy(file, options, async (copy, tables, prepared) => {
    const rows = await db.transaction().execute(async (trx) => {
      for (const name of tables) await assertEmpty(trx, name)
      const copied = await copyTables(copy, trx, tables, options.onCopied)
      await copyTables(copy, trx, backupRecords)
      await options.finish(trx)
      return copied
    })
    return { rows, ...prepared }
  })
}

/** Says what a restore would do, and changes nothing. */
export async function previewRestore(
  file: string,
  options: Omit<RestoreOptions, 'finish'>,
): Promise<{ rows: number } & Prepared> {
  return await withPreparedCopy(file, options, async (copy, tables, prepared) => {
    let rows = 0
    for (const table of tables) rows += await countRows(copy.db.selectFrom(table))
    return { rows, ...prepared }
  })
}

async function withPreparedCopy<T>(
  file: string,
  options: Omit<RestoreOptions, 'finish'>,
  use: (copy: Database, tables: (keyof Schema)[], prepared: Prepared) => Promise<T>,
): Promise<T> {
  const dir = mkdtempDisposableSync(join(tmpdir(), 'restore-'))
  const removeCopies = () => dir.remove()
  return await withCleanUp(removeCopies, async () => {
    const copyFile = join(dir.path, 'backup.db')
    let prepared: Prepared = { later: undefined, isKnown: false, overdue: [], cancelled: [] }
    await withFileInErrors(dir.path, 'cannot be written', async () => {
      prepared = await prepareCopy(file, copyFile, options)
    })
    await using copy = connect({ kind: 'sqlite', file: copyFile })
    return await use(copy, await storedTables(copy.db), prepared)
  })
}

async function prepareCopy(
  file: string,
  copyFile: string,
  options: Omit<RestoreOptions, 'finish'>,
): Promise<Prepared> {
  const { now, secrets, since, notBefore } = options
  await copyUpToDate(file, copyFile, secrets)
  if (notBefore) assertNotOlder(file, notBefore)
  await using copy = connect({ kind: 'sqlite', file: copyFile })
  let isKnown = false
  if (since !== undefined) {
    const laterFile = `${copyFile}.later`
    await copyUpToDate(since, laterFile, secrets)
    await sql`attach ${laterFile} as later`.execute(copy.db)
    isKnown = await isKnownLater(copy.db, file, since)
  }
  const tables = await storedTables(copy.db)
  return await copy.db.transaction().execute(async (trx) => {
    const overdue = isKnown ? [] : await stopOverdue(trx, now, true)
    const waiting = isKnown ? [] : await cancelScheduled(trx)
    const later = since === undefined ? undefined : await addLater(trx, tables, isKnown, options)
    await runAll(trx, markUnsentInDoubt)
    // The old database itself knows what became of every letter, a backup doesn't.
    const isBackup = since !== undefined && fingerprintIn(since) !== 0
    overdue.push(...(await stopOverdue(trx, now, isBackup)))
    if (isBackup) waiting.push(...(await cancelScheduled(trx)))
    return { later, isKnown, ...(await stillStopped(trx, { overdue, waiting })) }
  })
}

/** From the database that `since` names, attached to the same connection. */
async function addLater(
  trx: Trx,
  tables: (keyof Schema)[],
  isKnown: boolean,
  { eraseAgain }: Pick<RestoreOptions, 'eraseAgain'>,
) {
  const changes = await countLaterChanges(trx)
  const erasures = await trx.withSchema('later').selectFrom('erasures').selectAll().execute()
  const goesOn = isKnown || (await shareRows(trx))
  const erased = (await eraseAgain?.(trx, erasures)) ?? 0
  await copyLaterRows(trx, [...tables, ...backupRecords], goesOn)
  return { ...changes, erased }
}

/** Migrates an older backup in a copy: the backup itself is never changed. */
async function copyUpToDate(file: string, copyFile: string, secrets: string[]): Promise<void> {
  await assertKnownSchema(file)
  await checkIntegrity(file)
  if (fingerprintIn(file) !== 0 && secrets.length > 0 && !isMadeWith(secrets, file)) {
    throw new UserError(
      `${file} was made with another SECRET. With the wrong one, erasures can't be repeated, and links in sent mail don't work.\nSet that SECRET, or copy the file \`secret\` of the old DATA_DIR. If it is lost for good, use --secret-lost.`,
    )
  }
  await compactCopy(file, copyFile)
  await using copy = connect({ kind: 'sqlite', file: copyFile })
  const state = await schemaState(copy)
  if (state === 'foreign' || state.isEmpty) {
    throw new UserError(`${file} is a database, but not a backup of this site.`)
  }
  if (state.newer.length > 0) {
    throw new UserError(`${file} was made by a newer version (${state.newer.join(', ')}).`)
  }
  await migrate(copy)
}

async function runAll(trx: Trx, statements: string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(trx)
}

/** Letters may have been sent since the backup: never send them again automatically. */
const markUnsentInDoubt = [
  `update outbox set status = 'in_doubt', last_error = '${storedReasons.restored}'
    where letter is not null and status in ('queued', 'sending')`,
  `update letters set state = 'started' where state = 'preparing'`,
]

/** If they may have gone out, they count as queued: they can't be sent again. */
async function stopOverdue(trx: Trx, now: Date, mayHaveGoneOut: boolean) {
  const stopped = await trx
    .updateTable('letters')
    .set((row) => ({ state: 'stopped', ...(mayHaveGoneOut && { queued_at: row.ref('due_at') }) }))
    .where('state', '=', 'scheduled')
    .where('due_at', '<=', now.toISOString())
    .returning('name')
    .execute()
  return stopped.map(({ name }) => ({ name, mayHaveGoneOut }))
}

/** They may have been cancelled since, or sent at another time. The owner can schedule them again. */
async function cancelScheduled(trx: Trx) {
  const cancelled = trx.updateTable('letters').set({ state: 'stopped' })
  const letters = await cancelled
    .where('state', 'in', ['held', 'scheduled'])
    .returning('name')
    .execute()
  return letters.map(({ name }) => name)
}

/** The later database may know of such a letter that it was sent, or still waits. */
async function stillStopped(
  trx: Trx,
  { overdue, waiting }: { overdue: Prepared['overdue']; waiting: string[] },
) {
  const letters = trx.selectFrom('letters').select(['name', 'queued_at'])
  const stopped = await letters.where('state', '=', 'stopped').execute()
  return {
    overdue: overdue.filter((one) => stopped.some(({ name }) => name === one.name)),
    cancelled: stopped.flatMap(({ name, queued_at }) =>
      queued_at === null && waiting.includes(name) ? [name] : [],
    ),
  }
}

function assertNotOlder(file: string, notBefore: Date): void {
  const madeAt = backupMadeAt(file)
  if (madeAt >= notBefore) return
  throw new UserError(
    `${file} dates from ${madeAt.toISOString().slice(0, 10)}: it may bring back erased people, and we can no longer tell who.\nUse a newer one. If there is none, use --allow-old-backup.`,
  )
}

/**
 * Says whether the later database lists the backup that was made of it.
 * @throws if it only lists earlier ones: it is a snapshot from before the backup, which would send letters twice and
 * bring back people who left
 */
async function isKnownLater(db: Db, file: string, since: string): Promise<boolean> {
  // A plain copy of a database is in no list.
  if (fingerprintIn(file) === 0) return false
  const madeAt = backupMadeAt(file).toISOString()
  const known = await db.withSchema('later').selectFrom('backups').select('made_at').execute()
  if (known.some(({ made_at }) => made_at === madeAt)) return true
  if (known.every(({ made_at }) => made_at > madeAt)) return false
  throw new UserError(
    `${since} is older than ${file}, or a snapshot from before it: --since names the later of the two.`,
  )
}

/** Tables that a running server fills without any visitor. */
const serverTables = new Set<keyof Schema>(['digests', 'visits'])

async function assertEmpty(trx: Trx, name: keyof Schema): Promise<void> {
  if (name === 'consent_texts') return
  if (name === 'submissions') await trx.deleteFrom(name).where('kind', '=', 'probe').execute()
  if (serverTables.has(name)) return void (await trx.deleteFrom(name).execute())
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
  if (rows.length === 0) return
  throw new UserError(
    `The database is not empty (${name} has rows). A backup can only be restored into an empty one:\nset DATABASE_URL or DATA_DIR to a new place, or move the old database away first.`,
  )
}
