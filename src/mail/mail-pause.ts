import type { Db, Schema, Trx } from '#database/schema.ts'
import { pauseMs } from './smtp-replies.ts'

/** Why mail is paused, the owner's own reason first. */
export async function readPauses(db: Db) {
  const rows = await db.selectFrom('mail_pauses').selectAll().execute()
  return rows
    .map((row) => ({
      ...row,
      /** Otherwise the cause names the one letter that is paused. */
      holdsAll: row.cause === 'owner' || row.cause === 'server',
      isInForce: (now: Date) => row.until === null || row.until > now.toISOString(),
    }))
    .toSorted((a, b) => Number(b.cause === 'owner') - Number(a.cause === 'owner'))
}

/** @returns why the owner, or a restored backup, has paused all mail */
export async function ownerPauseReason(db: Db): Promise<string | undefined> {
  const [first] = await readPauses(db)
  return first?.cause === 'owner' ? first.reason : undefined
}

/** Pauses all mail until resumeMail: after a restore, nothing may be sent automatically. */
export async function pauseMail(db: Db, reason: string, now: Date) {
  const paused_at = now.toISOString()
  await writePause(db, { cause: 'owner', reason, paused_at, until: null, times: 1 })
}

/** Called when the server rejects all mail, or one letter. Consecutive pauses get longer. */
export async function pauseForServer(trx: Trx, cause: string, reason: string, now: Date) {
  const earlier = (await readPauses(trx)).find((pause) => pause.cause === cause)
  if (earlier?.isInForce(now)) return
  const times = (earlier?.times ?? 0) + 1
  const until = new Date(now.getTime() + pauseMs(times)).toISOString()
  await writePause(trx, { cause, reason, paused_at: now.toISOString(), until, times })
}

async function writePause(db: Db, pause: Schema['mail_pauses']) {
  await db
    .insertInto('mail_pauses')
    .values(pause)
    .onConflict((conflict) => conflict.column('cause').doUpdateSet(pause))
    .execute()
}

/** The owner's command: lifts every pause. */
export async function resumeMail(db: Db) {
  await db.deleteFrom('mail_pauses').execute()
}

/** Called when the server accepts mail again, or when the site was restarted, perhaps with another password. */
export async function liftServerPauses(db: Db, causes: string[]) {
  await db.deleteFrom('mail_pauses').where('cause', 'in', causes).execute()
}
