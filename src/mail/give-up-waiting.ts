import { notByIndex } from '#database/not-by-index.ts'
import type { Db } from '#database/schema.ts'
import { moveMail } from './move-mail.ts'

const atOnce = 1000
const status = notByIndex('outbox.status')

/**
 * Gives up mail that has waited since before this moment: it is not kept because a server was down or
 * none was ever named. A letter's waiting counts from the day it was due.
 */
export async function giveUpWaiting(db: Db, before: Date) {
  const since = before.toISOString()
  // Over since before, so that the sweep which called for this takes it along.
  const change = {
    due_at: new Date(before.getTime() - 1).toISOString(),
    last_error: 'waited too long',
  }
  let found = atOnce
  while (found === atOnce) {
    found = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('outbox')
        .leftJoin('letters', 'letters.name', 'outbox.letter')
        .select(['outbox.id', 'outbox.status'])
        .where('outbox.created_at', '<', since)
        .where((row) =>
          row.or([
            row(status, '=', 'queued'),
            // Whoever took it has been gone for as long.
            row.and([row(status, '=', 'sending'), row('outbox.due_at', '<', since)]),
          ]),
        )
        .where((row) => row.or([row('letter', 'is', null), row('letters.due_at', '<', since)]))
        .limit(atOnce)
        .execute()
      const idsOf = (from: string) => rows.filter((row) => row.status === from).map(({ id }) => id)
      await moveMail(trx, [
        { ids: idsOf('queued'), from: 'queued', to: 'skipped', change },
        { ids: idsOf('sending'), from: 'sending', to: 'skipped', change },
      ])
      return rows.length
    })
  }
}
