import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { MailKind } from './mail-kinds.ts'

const dayMs = 24 * 3_600_000

/**
 * Anybody can type anybody's address into a form. This takes one of the few mails of a kind that an
 * address may get within 24 hours, in the transaction that queues it.
 * @returns whether there was one left
 */
export async function takeMailAllowance(
  trx: Transaction<Schema>,
  kind: MailKind,
  emailKey: string,
  mostPerDay: number,
  now: Date,
): Promise<boolean> {
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  const dayAhead = new Date(now.getTime() + dayMs).toISOString()
  const takenAt = now.toISOString()
  // Each place is won by one writer alone, so requests that come at once cannot overdraw.
  for (let place = 0; place < mostPerDay; place += 1) {
    const taken = await trx
      .insertInto('mail_allowances')
      .values({ kind, email_key: emailKey, place, taken_at: takenAt })
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'email_key', 'place'])
          .doUpdateSet({ taken_at: takenAt })
          .where((row) =>
            row.or([
              row('mail_allowances.taken_at', '<=', dayAgo),
              // After the clock was set back, a place from the future must not stay taken for good.
              row('mail_allowances.taken_at', '>', dayAhead),
            ]),
          ),
      )
      .returning('place')
      .executeTakeFirst()
    if (taken) return true
  }
  return false
}
