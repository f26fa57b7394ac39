import { notByIndex } from '#database/not-by-index.ts'
import type { Db } from '#database/schema.ts'
import { moveFound } from './move-mail.ts'

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
  for (const from of ['queued', 'sending'] as const) {
    await moveFound(db, { from, to: 'skipped', change }, (trx) =>
      trx
        .selectFrom('outbox')
        .leftJoin('letters', 'letters.name', 'outbox.letter')
        .select('outbox.id')
        .where('outbox.created_at', '<', since)
        .where(notByIndex('outbox.status'), '=', from)
        // Whoever took it has been gone for as long.
        .$if(from === 'sending', (query) => query.where('outbox.due_at', '<', since))
        .where((row) => row.or([row('letter', 'is', null), row('letters.due_at', '<', since)])),
    )
  }
}
