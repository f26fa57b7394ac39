import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { waitingMail } from './waiting-mail.ts'

/** One line for the owner at the start: where mail goes, or why it does not. */
export async function describeMail(
  db: Kysely<Schema>,
  smtpUrl: string | undefined,
): Promise<string> {
  const { count } = await waitingMail(db, new Date())
  if (smtpUrl === undefined) {
    return `waits in the outbox: ${count} waiting (set SMTP_URL to send it)`
  }
  const held = await db
    .selectFrom('mail_pauses')
    .select('reason')
    .where('cause', '=', 'owner')
    .executeTakeFirst()
  if (held) return `is held back: ${count} waiting (${held.reason})`
  return `goes out through ${new URL(smtpUrl).host}`
}
