import type { Db, Schema, Trx } from '#database/schema.ts'

type Pause = Schema['mail_pauses'] & {
  /** Otherwise its cause is the letter that waits by itself. */
  holdsAll: boolean
}

/** Why mail is held back; the owner's own reason first. */
export async function readPauses(db: Db): Promise<Pause[]> {
  const rows = await db.selectFrom('mail_pauses').selectAll().execute()
  return rows
    .map((row) => ({ ...row, holdsAll: row.cause === 'owner' || row.cause === 'server' }))
    .toSorted((a, b) => Number(b.cause === 'owner') - Number(a.cause === 'owner'))
}

/** Clocks of several machines differ. One that is further off was set back. */
const clockDifferenceMs = 5 * 60_000

export function isInForce({ until, paused_at }: Pause, now: Date): boolean {
  const latest = new Date(now.getTime() + clockDifferenceMs).toISOString()
  return until === null || (until > now.toISOString() && paused_at <= latest)
}

/** @returns why the owner, or a restored backup, holds all mail back */
export async function reasonForPause(db: Db): Promise<string | undefined> {
  const [first] = await readPauses(db)
  return first?.cause === 'owner' ? first.reason : undefined
}

/** Holds all mail until resumeMail: after a restored backup, nothing may go out by itself. */
export async function pauseMail(db: Db, reason: string, now: Date) {
  const paused_at = now.toISOString()
  await writePause(db, { cause: 'owner', reason, paused_at, until: null, times: 1 })
}

/** A server takes no mail, or none of a letter: a minute, then twice as long each time, up to an hour. */
export async function pauseForServer(trx: Trx, cause: string, reason: string, now: Date) {
  const earlier = (await readPauses(trx)).find((pause) => pause.cause === cause)
  const paused_at = now.toISOString()
  // Several couriers may find it out at once: that is one pause.
  if (earlier && isInForce(earlier, now)) return
  const times = (earlier?.times ?? 0) + 1
  const until = new Date(now.getTime() + Math.min(2 ** (times - 1), 60) * 60_000)
  await writePause(trx, { cause, reason, paused_at, until: until.toISOString(), times })
}

async function writePause(db: Db, pause: Schema['mail_pauses']) {
  await db
    .insertInto('mail_pauses')
    .values(pause)
    .onConflict((conflict) => conflict.column('cause').doUpdateSet(pause))
    .execute()
}

/** The owner's word: mail goes out again at the courier's next look. */
export async function resumeMail(db: Db) {
  await db.deleteFrom('mail_pauses').execute()
}

/** A server took mail, or whoever restarted ours may have corrected its password. */
export async function liftServerPauses(db: Db, causes: string[]) {
  await db.deleteFrom('mail_pauses').where('cause', 'in', causes).execute()
}
