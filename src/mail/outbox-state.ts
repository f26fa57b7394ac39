import type { Db } from '#database/schema.ts'
import { reasonForPause } from './mail-pause.ts'

export async function readOutboxState(db: Db) {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['status', fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('letter', 'is', null)
    .where('status', 'in', ['queued', 'sending', 'failed'])
    .groupBy('status')
    .execute()
  const letters = await db
    .selectFrom('letters')
    .select((row) => row.fn.sum(row('queued', '+', row.ref('sending'))).as('waiting'))
    .executeTakeFirstOrThrow()
  const waiting = rows.filter(({ status }) => status !== 'failed')
  const oldest = waiting.map((row) => row.oldest).toSorted()
  return {
    /** Letters included. */
    waiting: waiting.reduce((sum, { count }) => sum + Number(count), Number(letters.waiting ?? 0)),
    failed: Number(rows.find(({ status }) => status === 'failed')?.count ?? 0),
    /** When the oldest mail that waits was queued, letters aside. */
    oldestAt: oldest[0] ?? null,
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
