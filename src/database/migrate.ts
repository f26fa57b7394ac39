import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { outbox } from './migrations/0002-outbox.ts'
import { consent } from './migrations/0003-consent.ts'
import { myData } from './migrations/0004-my-data.ts'
import { launch } from './migrations/0005-launch.ts'
import { letters } from './migrations/0006-letters.ts'
import { lookups } from './migrations/0007-lookups.ts'
import { needs } from './migrations/0009-needs.ts'
import { rights } from './migrations/0010-rights.ts'
import { visits } from './migrations/0011-visits.ts'

/** In order, as statements that both databases read; a migration that has shipped is never edited. */
export const migrations: Record<string, string[]> = {
  '0001-foundation': foundation,
  '0002-outbox': outbox,
  '0003-consent': consent,
  '0004-my-data': myData,
  '0005-launch': launch,
  '0006-letters': letters,
  '0007-lookups': lookups,
  // There was no 0008.
  '0009-needs': needs,
  '0010-rights': rights,
  '0011-visits': visits,
}

/** The last that took something away. Those after it only add: a program that knows it runs on them too. */
export const lastBreaking = '0007-lookups'

interface Done {
  name: string
  /** Which migration a program must know to run on this one; older versions did not say. */
  needs?: string | null
}

/** Brings the database up to date. Several processes may call it at once: one works, the others wait. */
export async function migrate({ db, kind }: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // On SQLite the immediate transaction is the lock.
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(20240601)`.execute(trx)
    await sql`create table if not exists migrations (name text primary key)`.execute(trx)
    const { rows } = await sql<Done>`select * from migrations`.execute(trx)
    const { missing } = stateAfter(rows)
    for (const name of missing) {
      for (const statement of migrations[name]!) await sql.raw(statement).execute(trx)
      await sql`insert into migrations (name) values (${name})`.execute(trx)
    }
    await sql`update migrations set needs = ${lastBreaking} where needs is null`.execute(trx)
  })
}

/** How a database on which these are done stands to this program. */
function stateAfter(done: Done[]) {
  const newer = done.filter(({ name }) => !Object.hasOwn(migrations, name))
  const beyond = newer.filter((row) => !Object.hasOwn(migrations, row.needs ?? ''))
  return {
    isEmpty: done.length === 0,
    /** Migrations that it still lacks; all of them, before the first start. */
    missing: Object.keys(migrations).filter((name) => !done.some((row) => row.name === name)),
    /** Those of a newer version of this program. */
    newer: newer.map(({ name }) => name),
    /** Those of them that this program cannot run on. */
    beyond: beyond.map(({ name }) => name),
  }
}

/** 'foreign': it is another program's. */
export async function schemaState({ db, kind }: Database) {
  // Hosts put views of extensions beside ours, and tables of their own into other schemas.
  const tables =
    kind === 'postgres'
      ? sql`select tablename as name from pg_tables where schemaname = current_schema()`
      : sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
  const names = (await tables.$castTo<{ name: string }>().execute(db)).rows.map(({ name }) => name)
  if (names.length === 0) return stateAfter([])
  if (!names.includes('migrations')) return 'foreign'
  const { rows } = await sql<Done>`select * from migrations`.execute(db)
  return rows.some(({ name }) => name === Object.keys(migrations)[0]) ? stateAfter(rows) : 'foreign'
}
