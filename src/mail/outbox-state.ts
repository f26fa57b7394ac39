import type { Db } from '#database/schema.ts'
import { reasonForPause } from './mail-pause.ts'

export async function readOutboxState(db: Db) {
  const own = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll().filterWhere('status', '!=', 'failed').as('waiting'),
      fn.countAll().filterWhere('status', '=', 'failed').as('failed'),
      fn.min('created_at').filterWhere('status', '!=', 'failed').as('oldest'),
    ])
    .where('letter', 'is', null)
    .where('status', 'in', ['queued', 'sending', 'failed'])
    .executeTakeFirstOrThrow()
  const letters = await db
    .selectFrom('letters')
    .innerJoin('outbox', 'outbox.letter', 'letters.name')
    .select((row) => row.fn.countAll().as('waiting'))
    .where('outbox.status', 'in', ['queued', 'sending'])
    .executeTakeFirstOrThrow()
  return {
    /** Letters included. */
    waiting: Number(own.waiting) + Number(letters.waiting),
    failed: Number(own.failed),
    /** When the oldest mail that waits was queued, letters aside. */
    oldestAt: own.oldest,
  }
}

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
