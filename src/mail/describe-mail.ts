import type { Db } from '#database/schema.ts'
import { reasonForPause } from './mail-pause.ts'
import { readOutboxState } from './outbox-state.ts'

/** One line for the owner at the start: where mail goes, or why it does not. */
export async function describeMail(db: Db, smtpUrl: string | undefined): Promise<string> {
  const { waiting } = await readOutboxState(db)
  if (smtpUrl === undefined) {
    return `waits in the outbox: ${waiting} waiting (set SMTP_URL to send it)`
  }
  const heldBack = await reasonForPause(db)
  if (heldBack !== undefined) return `is held back: ${waiting} waiting (${heldBack})`
  return `goes out through ${new URL(smtpUrl).host}`
}
