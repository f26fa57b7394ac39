import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** Holds all mail until resumeMail: after a restored backup, nothing may go out by itself. */
export async function pauseMail(db: Kysely<Schema>, reason: string, now: Date): Promise<void> {
  const pause = { reason, paused_at: now.toISOString(), until: null, times: 1 }
  await db
    .insertInto('mail_pauses')
    .values({ cause: 'owner', ...pause })
    .onConflict((conflict) => conflict.column('cause').doUpdateSet(pause))
    .execute()
}

/** The owner's word: mail goes out again at the courier's next look. */
export async function resumeMail(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('mail_pauses').execute()
}

/** The next mail finds out whether the server lets us in. */
export async function forgetLoginFailure(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('mail_pauses').where('cause', '=', 'authentication').execute()
}

/** @returns why the owner, or a restored backup, holds all mail back */
export async function reasonForPause(db: Kysely<Schema>): Promise<string | undefined> {
  const held = await db
    .selectFrom('mail_pauses')
    .select('reason')
    .where('cause', '=', 'owner')
    .executeTakeFirst()
  return held?.reason
}
