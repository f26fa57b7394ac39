import type { Db } from './schema.ts'

/** The settings of the running site by name, so that the command line can tell when its own differ. */
export async function recordServerSettings(
  db: Db,
  settings: Record<'PUBLIC_URL' | 'MAIL_FROM', string> & Record<string, string>,
  now: Date,
): Promise<void> {
  const started_at = now.toISOString()
  const row = {
    public_url: settings.PUBLIC_URL,
    mail_from: settings.MAIL_FROM,
    started_at,
    settings: JSON.stringify({ started_at, settings }),
  }
  await db
    .insertInto('server_settings')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** @returns undefined if no server has started with this database yet */
export async function readServerSettings(db: Db) {
  const row = await db.selectFrom('server_settings').selectAll().executeTakeFirst()
  if (!row) return undefined
  const { started_at: startedAt, public_url: PUBLIC_URL, mail_from: MAIL_FROM } = row
  const recorded = JSON.parse(row.settings ?? '{}') as {
    started_at?: string
    settings?: Record<string, string>
  }
  // A release that knows only two of them leaves the others as they were.
  const others = recorded.started_at === startedAt ? recorded.settings : {}
  const settings: Record<string, string> = { ...others, PUBLIC_URL, MAIL_FROM }
  return { startedAt, settings }
}
