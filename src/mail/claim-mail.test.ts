import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { claimDue, openOutbox } from '../../test/support/outbox.ts'
import { queueMails } from './outbox.ts'
import { queueFloodNotice } from './unconfirmed-budget.ts'

test.each(dialects)(
  'mail about messages waits behind all other mail but letters (%s)',
  async (dialect) => {
    const { database, db, clock, queue } = await openOutbox(dialect)
    for (const kind of ['message-notice', 'message-receipt'] as const) {
      for (let count = 0; count < 3; count++) await queue({ kind })
    }
    clock.move(1000)
    const link = { id: crypto.randomUUID(), email_key: 'ada@example.com', language: 'en' as const }
    await db.transaction().execute(async (trx) => {
      await queueFloodNotice(trx, clock())
      await trx
        .insertInto('data_links')
        .values({ ...link, asked_at: clock().toISOString() })
        .execute()
      await queueMails(trx, [{ kind: 'my-data-link', aboutId: link.id }], clock())
    })
    const claimed = await claimDue(database, clock, 'one', 6)
    expect(claimed.map(({ mail }) => mail.kind)).toEqual([
      'my-data-link',
      'flood-notice',
      'message-receipt',
      'message-receipt',
      'message-receipt',
      'message-notice',
    ])
  },
)
