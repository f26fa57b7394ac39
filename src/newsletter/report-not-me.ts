import type { Db } from '#database/schema.ts'
import { suppress } from '#mail/suppressions.ts'
import { unsubscribeWithin } from './unsubscribe.ts'

/**
 * Ends the signup, and stops confirmation mail to its address for a while, no matter who enters it again.
 * @returns whether the signup was there
 */
export async function reportNotMe(db: Db, subscriberId: string, now: Date): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await unsubscribeWithin(trx, subscriberId, now))) return false
    const { email_key } = await trx
      .selectFrom('subscribers')
      .select('email_key')
      .where('id', '=', subscriberId)
      .executeTakeFirstOrThrow()
    const report = { cause: 'not-me', reason: 'said that the signup was not theirs' } as const
    await suppress(trx, [email_key], report, now)
    return true
  })
}
