import { yieldLock } from '#database/connect.ts'
import type { Db, LetterTable } from '#database/schema.ts'
import { queueMails } from '#mail/outbox.ts'
import type { OwnLetter } from './read-letter.ts'

/** So many rows at once: visitors' submissions get their turn in between. */
const atOnce = 3000

/**
 * Fixes the text, then writes a mail for everyone who is confirmed. Nothing goes out before the last is
 * written. Of two that start at once one does; one that was cut off is resumed by starting it again.
 * @returns false when the letter had been started before, and nothing was done
 */
export async function startLetter(
  db: Db,
  { name, subject, preview, body }: OwnLetter,
  { dueAt, now }: { dueAt: Date; now: Date },
): Promise<boolean> {
  const times = { started_at: now.toISOString(), due_at: dueAt.toISOString() }
  await db
    .insertInto('letters')
    .values({ name, subject, preview, body, state: 'preparing', audience: 0, ...times, ...nobody })
    // One that was cut off has reached nobody: it goes out as it is now.
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ subject, preview, body, ...times })
        .where('letters.state', '=', 'preparing'),
    )
    .execute()
  const letter = await readLetterRow(db, name)
  if (letter!.state !== 'preparing') return false
  for (let after: string | undefined = ''; after !== undefined;) {
    after = await writeMails(db, letter!, after)
    if (after !== undefined) await yieldLock()
  }
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set({ state: 'started' })
    .where('name', '=', name)
    .where('state', '=', 'preparing')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function readLetterRow(db: Db, name: string): Promise<LetterTable | undefined> {
  return await db.selectFrom('letters').selectAll().where('name', '=', name).executeTakeFirst()
}

const nobody = { queued: 0, sending: 0, sent: 0, failed: 0, in_doubt: 0, skipped: 0 }

/** @returns the last subscriber that was written a mail, or undefined when there are no more */
async function writeMails(
  db: Db,
  { name, started_at }: LetterTable,
  after: string,
): Promise<string | undefined> {
  return await db.transaction().execute(async (trx) => {
    // The owner may stop it meanwhile.
    if ((await readLetterRow(trx, name))?.state !== 'preparing') return undefined
    const batch = await trx
      .selectFrom('subscribers')
      .select('id')
      .where('id', '>', after)
      .where('status', '=', 'confirmed')
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const mails = batch.map(({ id }) => ({ kind: 'letter' as const, letter: name, aboutId: id }))
    const written = await queueMails(trx, mails, new Date(started_at))
    await trx
      .updateTable('letters')
      .set((row) => ({
        audience: row('audience', '+', written),
        queued: row('queued', '+', written),
      }))
      .where('name', '=', name)
      .execute()
    return batch.length < atOnce ? undefined : batch.at(-1)!.id
  })
}
