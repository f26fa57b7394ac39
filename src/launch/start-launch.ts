import { sql } from 'kysely'
import type { Database } from '#database/connect.ts'
import type { LaunchTable } from '#database/schema.ts'

/**
 * Fixes the text and the audience: a row for everyone who is confirmed now. Of two that start at once
 * one does, and both get the same launch.
 */
export async function startLaunch(
  { db, kind }: Database,
  text: { subject: string; body: string },
  now: Date,
): Promise<LaunchTable> {
  return await db.transaction().execute(async (trx) => {
    // A hundred thousand rows may take longer than a visitor should ever wait.
    if (kind === 'postgres') await sql`set local statement_timeout = '10min'`.execute(trx)
    const started = await trx
      .insertInto('launches')
      .values({ id: 'launch', ...text, audience: 0, started_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (started) {
      const { numInsertedOrUpdatedRows: audience = 0n } = await trx
        .insertInto('launch_recipients')
        .columns(['subscriber_id', 'state', 'attempts', 'changed_at'])
        .expression((query) =>
          query
            .selectFrom('subscribers')
            .select((row) => [
              'id',
              sql.lit('queued').as('state'),
              sql.lit(0).as('attempts'),
              row.val(now.toISOString()).as('changed_at'),
            ])
            .where('status', '=', 'confirmed'),
        )
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('launches')
        .set({ audience: Number(audience) })
        .execute()
    }
    return await trx.selectFrom('launches').selectAll().executeTakeFirstOrThrow()
  })
}
