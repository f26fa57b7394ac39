import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { claim, openOutbox } from '../../test/support/outbox.ts'
import { claimMail, leaseMs } from './claim-mail.ts'
import { giveUpWaiting } from './give-up-waiting.ts'

const monthMs = 30 * 24 * 3_600_000

test.each(dialects)(
  'old mail that is just being sent is not given up, what a dead process held is (%s)',
  async (dialect) => {
    const { database, db, clock, ...post } = await openOutbox(dialect)
    await post.queue()
    for (const status of ['sending', 'skipped']) {
      clock.move(monthMs + leaseMs + 1)
      if (status === 'sending') await claimMail(database, claim, clock())
      await giveUpWaiting(db, new Date(clock().getTime() - monthMs))
      expect(await post.rows()).toMatchObject([{ status }])
    }
  },
)
