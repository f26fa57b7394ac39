import type { Kysely } from 'kysely'
import type { BackupTable, Schema } from './schema.ts'

/** For `doctor`, which minds when there was none for long. */
export async function recordBackup(db: Kysely<Schema>, file: string, now: Date): Promise<void> {
  await db
    .insertInto('backups')
    .values({ made_at: now.toISOString(), file })
    .onConflict((conflict) => conflict.column('made_at').doNothing())
    .execute()
}

export async function lastBackup(db: Kysely<Schema>): Promise<BackupTable | undefined> {
  return await db.selectFrom('backups').selectAll().orderBy('made_at', 'desc').executeTakeFirst()
}
