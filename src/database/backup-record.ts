import type { Db, Schema } from './schema.ts'

/** For `doctor`, which minds when there was none for long. */
export async function recordBackup(db: Db, file: string, now: Date): Promise<void> {
  await db
    .insertInto('backups')
    .values({ made_at: now.toISOString(), file })
    .onConflict((conflict) => conflict.column('made_at').doNothing())
    .execute()
}

/** Where those were put that are older. */
export async function backupsBefore(db: Db, before: Date): Promise<string[]> {
  const query = db.selectFrom('backups').select('file').where('made_at', '<', before.toISOString())
  return (await query.execute()).map(({ file }) => file)
}

export async function lastBackup(db: Db): Promise<Schema['backups'] | undefined> {
  return await db.selectFrom('backups').selectAll().orderBy('made_at', 'desc').executeTakeFirst()
}
