import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { UserError } from '#user-error.ts'
import { aboutFile, backupMadeAt, fingerprintIn, isMadeWith } from './backup-label.ts'
import { cleaningUp } from './cleaning-up.ts'
import { connect, type Database } from './connect.ts'
import { copyTables, storedTables, type CopyProgress } from './copy-tables.ts'
import { checkIntegrity, compactCopy } from './make-backup.ts'
import { migrate, schemaState } from './migrate.ts'
import type { Db, Instant, Schema, Trx } from './schema.ts'

interface RestoreOptions {
  /** Those with which the file may have been made; none: the owner has lost them. */
  secrets: string[]
  /** A later backup, or the old database itself: what people said since is not forgotten. */
  since?: string | undefined
  /** Refuses a backup made before this: whoever was erased long ago can no longer be erased again. */
  notBefore?: Date | undefined
  /** Changes what comes back, before anybody can see it. */
  finish: (trx: Trx, later: Db | undefined) => Promise<void>
  onCopied?: CopyProgress
}

/**
 * Fills an empty database from a backup of either kind, all or nothing.
 * @returns how many rows were restored, and what stays behind in `since`
 */
export async function restoreBackup(
  { db }: Database,
  file: string,
  options: RestoreOptions,
): Promise<{ rows: number; leftBehind: LeftBehind }> {
  const dir = mkdtempDisposableSync(join(tmpdir(), 'restore-'))
  const removeCopies = () => dir.remove()
  return await cleaningUp(removeCopies, async () => {
    const copyFile = join(dir.path, 'backup.db')
    let leftBehind: LeftBehind = {}
    await aboutFile(dir.path, 'cannot be written', async () => {
      leftBehind = await prepareCopy(file, copyFile, options)
    })
    await using copy = connect({ kind: 'sqlite', file: copyFile })
    const tables = await storedTables(copy.db)
    const rows = await db.transaction().execute(async (trx) => {
      for (const name of tables) await mustBeEmpty(trx, name)
      return await copyTables(copy, trx, tables, options.onCopied)
    })
    return { rows, leftBehind }
  })
}

async function prepareCopy(file: string, copyFile: string, options: RestoreOptions) {
  const { secrets, since, notBefore, finish } = options
  await copyUpToDate(file, copyFile, secrets)
  if (notBefore) mustNotBeOlder(file, notBefore)
  await using copy = connect({ kind: 'sqlite', file: copyFile })
  if (since !== undefined) {
    const laterFile = `${copyFile}.later`
    await copyUpToDate(since, laterFile, secrets)
    mustComeBefore(file, since)
    await sql`attach ${laterFile} as later`.execute(copy.db)
  }
  return await copy.db.transaction().execute(async (trx) => {
    const later = since === undefined ? undefined : trx.withSchema('later')
    const leftBehind = later ? await findLeftBehind(trx) : {}
    if (later) await runAll(trx, laterLetters)
    await runAll(trx, doubts)
    await finish(trx, later)
    // After it: who came back after an erasure has said so since.
    if (later) await runAll(trx, lastWords)
    return leftBehind
  })
}

/** Rows that only the later database has: how many, and the time of the oldest. */
export type LeftBehind = Partial<
  Record<'subscribers' | 'messages', { count: number; since: Instant }>
>

async function findLeftBehind(trx: Trx): Promise<LeftBehind> {
  const find = async (table: keyof LeftBehind, time: string) => {
    const ref = (schema: string, column: string) => sql.ref(`${schema}.${table}.${column}`)
    const { rows } = await sql<{ count: number; since: Instant | null }>`
      select count(*) as count, min(${ref('later', time)}) as since from ${sql.table(`later.${table}`)}
      where not exists (select 1 from ${sql.table(`main.${table}`)}
        where ${ref('main', 'id')} = ${ref('later', 'id')}
        and ${ref('main', time)} = ${ref('later', time)})`.execute(trx)
    const [{ count, since }] = rows as [(typeof rows)[number]]
    return since === null ? {} : { [table]: { count, since } }
  }
  // An address that signs up again keeps its id and gets a new time.
  return { ...(await find('subscribers', 'asked_at')), ...(await find('messages', 'received_at')) }
}

/** An older backup is migrated first, in a copy: the backup itself is never touched. */
async function copyUpToDate(file: string, copyFile: string, secrets: string[]): Promise<void> {
  await checkIntegrity(file)
  if (fingerprintIn(file) !== 0 && secrets.length > 0 && !isMadeWith(secrets, file)) {
    throw new UserError(
      `${file} was made with another SECRET: without it nobody who was erased is known again, and no link in a mail works.\nGive that SECRET, or copy the file \`secret\` of the old DATA_DIR. If it is lost for good, say --secret-lost.`,
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

/** What became of letters is what the later state knows. */
const laterLetters = [
  'delete from letters',
  'insert into letters select * from later.letters',
  'delete from outbox where letter is not null',
  'insert into outbox select * from later.outbox where letter is not null',
]

/** What waited to be sent, or was being sent, may have gone out since: only the owner can decide. */
const doubts = [
  `update outbox set status = 'in_doubt', last_error = 'it waited when the backup was made'
    where letter is not null and status in ('queued', 'sending')`,
  `update letters set in_doubt = in_doubt + queued + sending, queued = 0, sending = 0,
    state = case state when 'preparing' then 'started' else state end`,
]

/** Who wants no mail or no use, or was erased, whatever the backup says. */
const lastWords = ['objections', 'restrictions', 'suppressions', 'erasures'].map(
  (table) => `insert or ignore into ${table} select * from later.${table}`,
)

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
