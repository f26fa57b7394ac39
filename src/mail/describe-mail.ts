import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** One line for the owner at the start: where mail goes, or why it does not. */
export async function describeMail(
  db: Kysely<Schema>,
  smtpUrl: string | undefined,
): Promise<string> {
  if (smtpUrl === undefined) {
    return `waits in the outbox: ${await countWaiting(db)} waiting (set SMTP_URL to send it)`
  }
  const held = await db
    .selectFrom('mail_pauses')
    .select('reason')
    .where('cause', '=', 'owner')
    .executeTakeFirst()
  if (held) return `is held back: ${await countWaiting(db)} waiting (${held.reason})`
  return `goes out through ${new URL(smtpUrl).host}`
}

async function countWaiting(db: Kysely<Schema>): Promise<number> {
  const { waiting } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll().as('waiting'))
    .where('status', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow()
  return Number(waiting)
}
