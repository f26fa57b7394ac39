import { sql } from 'kysely'
import type { Db } from '#database/schema.ts'
import { liftServerPauses } from '#mail/mail-pause.ts'
import { moveAll } from '#mail/move-mail.ts'

/**
 * Takes back what has not gone out. What is being sent at this moment is sent.
 * @returns how many will not get it
 */
export async function stopLetter(db: Db, name: string, now: Date): Promise<number> {
  await db.updateTable('letters').set({ state: 'stopped' }).where('name', '=', name).execute()
  await liftServerPauses(db, [`letter ${name}`])
  const change = { due_at: now.toISOString(), last_error: 'stopped by the owner' }
  return await moveAll(db, name, { from: 'queued', to: 'skipped', change })
}

/**
 * The owner's decision about every mail in doubt.
 * - resend: queued again, at the risk that somebody gets it twice
 * - accept: taken for sent, at the risk that somebody never got it
 * @returns how many there were
 */
export async function resolveDoubts(
  db: Db,
  name: string,
  decision: 'resend' | 'accept',
  now: Date,
): Promise<number> {
  const isResent = decision === 'resend'
  const last_error = isResent ? null : 'taken for sent by the owner'
  const change = { attempts: 0, due_at: now.toISOString(), last_error }
  const to = isResent ? 'queued' : 'sent'
  const moved = await moveAll(db, name, { from: 'in_doubt', to, change })
  if (isResent) return moved
  // Of those who waited too long for a decision only the count is left.
  return await db.transaction().execute(async (trx) => {
    const letter = trx.updateTable('letters').where('name', '=', name)
    // It is locked: whoever moves mail counts it here last, so that both are seen or neither.
    const { in_doubt } = await letter.set({ name }).returning('in_doubt').executeTakeFirstOrThrow()
    const known = sql`select id from outbox where letter = ${name} and status = 'in_doubt'`
    const forgotten = in_doubt - (await known.execute(trx)).rows.length
    await letter.set({ sent: sql`sent + ${forgotten}`, in_doubt: in_doubt - forgotten }).execute()
    return moved + forgotten
  })
}
