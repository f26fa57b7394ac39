import type { Db, Schema } from './schema.ts'

/** The settings of the running site, so that the command line can tell when its own differ. */
export async function recordServerSettings(
  db: Db,
  publicUrl: string,
  mailFrom: string,
  now: Date,
): Promise<void> {
  const row = { public_url: publicUrl, mail_from: mailFrom, started_at: now.toISOString() }
  await db
    .insertInto('server_settings')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** @returns undefined if no server has started with this database yet */
export async function readServerSettings(db: Db): Promise<Schema['server_settings'] | undefined> {
  return await db.selectFrom('server_settings').selectAll().executeTakeFirst()
}
