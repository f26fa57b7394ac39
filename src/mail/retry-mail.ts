import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/**
 * Puts mail back in line for the courier's next look: everything that failed or waits for a later
 * try, or the one mail whose id starts so. Naming a mail to an address that a server refused lifts
 * that block: the owner knows better.
 * @returns how many mails
 */
export async function retryMail(
  db: Kysely<Schema>,
  id: string | undefined,
  now: Date,
): Promise<number> {
  if (id !== undefined && !/^[0-9a-f-]{4,36}$/i.test(id)) return 0
  const at = now.toISOString()
  return await db.transaction().execute(async (trx) => {
    const retried = await trx
      .updateTable('outbox')
      .set({ status: 'waiting', attempts: 0, next_attempt_at: at, touched_at: at })
      // Its words are forgotten, so there is nothing left to send.
      .where('to_email', 'is not', null)
      .where((row) =>
        id === undefined
          ? row.or([
              row('status', '=', 'failed'),
              row.and([row('status', '=', 'waiting'), row('next_attempt_at', '>', at)]),
            ])
          : row.and([
              row('id', 'like', `${id.toLowerCase()}%`),
              row('status', 'in', ['failed', 'waiting', 'suppressed']),
            ]),
      )
      .returning('email_key')
      .execute()
    const keys = retried.flatMap(({ email_key }) => email_key ?? [])
    if (id !== undefined && keys.length > 0) {
      await trx.deleteFrom('suppressions').where('email_key', 'in', keys).execute()
    }
    return retried.length
  })
}
