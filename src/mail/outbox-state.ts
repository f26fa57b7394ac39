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
    .select((row) => row.fn.sum(row('queued', '+', row.ref('sending'))).as('waiting'))
    .executeTakeFirstOrThrow()
  return {
    /** Letters included. */
    waiting: Number(own.waiting) + Number(letters.waiting),
    failed: Number(own.failed),
    /** When the oldest mail that waits was queued, letters aside. */
    oldestAt: own.oldest,
  }
}

export const maxWaitMinutes = 15

/** Whether mail has waited so long that the owner should look. Letters don't count: they may take hours. */
export function isMailStuck({ oldestAt }: { oldestAt: string | null }, now: Date): boolean {
  return secondsWaited(oldestAt, now) >= maxWaitMinutes * 60
}

export function secondsWaited(oldestAt: string | null, now: Date): number {
  return oldestAt === null ? 0 : Math.max(0, (now.getTime() - Date.parse(oldestAt)) / 1000)
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
