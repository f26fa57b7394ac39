import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'

export interface Pauses {
  holdsAll: boolean
  /** The kinds and letters that wait by themselves. */
  scopes: string[]
}

/** Clocks of several machines differ. One that is further off was set back. */
const clockDifferenceMs = 5 * 60_000

export async function readPauses(db: Kysely<Schema>, now: Date): Promise<Pauses> {
  const rows = await db.selectFrom('mail_pauses').selectAll().execute()
  const latest = new Date(now.getTime() + clockDifferenceMs).toISOString()
  const causes = rows
    .filter(
      ({ until, paused_at }) =>
        until === null || (until > now.toISOString() && paused_at <= latest),
    )
    .map(({ cause }) => cause)
  const holdsAll = causes.includes('owner') || causes.includes('server')
  return { holdsAll, scopes: causes.filter((cause) => cause !== 'owner' && cause !== 'server') }
}

/** Holds all mail until resumeMail: after a restored backup, nothing may go out by itself. */
export async function pauseMail(db: Kysely<Schema>, reason: string, now: Date): Promise<void> {
  const pause = { reason, paused_at: now.toISOString(), until: null, times: 1 }
  await db
    .insertInto('mail_pauses')
    .values({ cause: 'owner', ...pause })
    .onConflict((conflict) => conflict.column('cause').doUpdateSet(pause))
    .execute()
}

/** A server takes no mail, or none of a kind: a minute, then twice as long each time, up to an hour. */
export async function pauseForServer(
  trx: Transaction<Schema>,
  cause: string,
  reason: string,
  now: Date,
): Promise<void> {
  const earlier = await trx
    .selectFrom('mail_pauses')
    .selectAll()
    .where('cause', '=', cause)
    .executeTakeFirst()
  const pausedAt = now.toISOString()
  // Several couriers may find it out at once: that is one pause.
  if (earlier?.until && earlier.until > pausedAt && earlier.paused_at <= pausedAt) return
  const times = (earlier?.times ?? 0) + 1
  const until = new Date(now.getTime() + Math.min(60_000 * 2 ** (times - 1), 3_600_000))
  const pause = { reason, paused_at: pausedAt, until: until.toISOString(), times }
  await trx
    .insertInto('mail_pauses')
    .values({ cause, ...pause })
    .onConflict((conflict) => conflict.column('cause').doUpdateSet(pause))
    .execute()
}

/** The owner's word: mail goes out again at the courier's next look. */
export async function resumeMail(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('mail_pauses').execute()
}

/** A server took mail, or whoever restarted ours may have corrected its password. */
export async function liftServerPauses(db: Kysely<Schema>, causes: string[]): Promise<void> {
  await db.deleteFrom('mail_pauses').where('cause', 'in', causes).execute()
}

/** @returns why mail is held back, in sentences; the owner's own reason first */
export async function reasonsForPause(
  db: Kysely<Schema>,
): Promise<{ cause: string; reason: string; until: string | null }[]> {
  const rows = await db.selectFrom('mail_pauses').select(['cause', 'reason', 'until']).execute()
  return rows.toSorted((a, b) => Number(b.cause === 'owner') - Number(a.cause === 'owner'))
}

/** @returns why the owner, or a restored backup, holds all mail back */
export async function reasonForPause(db: Kysely<Schema>): Promise<string | undefined> {
  const [first] = await reasonsForPause(db)
  return first?.cause === 'owner' ? first.reason : undefined
}
