import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { Draft, MailWriters, OutboxMail } from './mail-kinds.ts'
import { moveMail } from './move-mail.ts'
import { liftSuppression } from './suppressions.ts'
import { findDrafts } from './wanted-mail.ts'
import type { Database } from '#database/connect.ts'

const atOnce = 1000

/**
 * Puts mail back in line for the courier's next look: all that failed or waits for a later try, of
 * one letter or of all other mail.
 * @returns how many mails
 */
export async function retryMail(
  db: Kysely<Schema>,
  letter: string | null,
  now: Date,
): Promise<number> {
  const at = now.toISOString()
  let retried = 0
  for (let found = atOnce; found === atOnce; retried += found) {
    found = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('outbox')
        .select(['id', 'status'])
        .where('letter', letter === null ? 'is' : '=', letter)
        .where((row) =>
          row.or([
            row('status', '=', 'failed'),
            row.and([row('status', '=', 'queued'), row('due_at', '>', at)]),
          ]),
        )
        .limit(atOnce)
        .execute()
      const change = { attempts: 0, due_at: at }
      for (const status of ['failed', 'queued'] as const) {
        const ids = rows.filter((row) => row.status === status).map(({ id }) => id)
        await moveMail(trx, [{ ids, from: status, to: 'queued', change }])
      }
      return rows.length
    })
  }
  return retried
}

/** The mails whose id starts so: an id is long, and its beginning is enough when it names one. */
export async function findMail(db: Kysely<Schema>, id: string): Promise<OutboxMail[]> {
  if (!/^[\w.-]{4,200}$/.test(id)) return []
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('id', '>=', id.toLowerCase())
    .where('id', '<', `${id.toLowerCase()}~`)
    .where('status', 'in', ['failed', 'queued', 'skipped'])
    .limit(2)
    .execute()
  return rows as OutboxMail[]
}

/** Naming a mail to an address that a server refused lifts that block: the owner knows better. */
export async function retryOne(
  { db, kind: dialect }: Database,
  writers: MailWriters,
  mail: OutboxMail,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx: Transaction<Schema>) => {
    const draft: Draft | undefined = (await findDrafts(trx, dialect, writers, [mail])).get(mail.id)
    if (draft) await liftSuppression(trx, draft.emailKey)
    const change = { attempts: 0, due_at: now.toISOString() }
    await moveMail(trx, [{ ids: [mail.id], from: mail.status, to: 'queued', change }])
  })
}
