import { expect, test } from 'vitest'
import { ada } from '../../test/support/ada.ts'
import { dialects } from '../../test/support/databases.ts'
import { claim, openOutbox } from '../../test/support/outbox.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import type { Db } from '#database/schema.ts'
import { claimMail } from './claim-mail.ts'
import { settleMail } from './settle-mail.ts'

/** And nothing else: what is not sent is not sent for this alone. */
const keepObjection = (db: Db, now: Date) =>
  db.insertInto('objections').values({ email_key: ada, objected_at: now.toISOString() }).execute()

for (const dialect of dialects) {
  test(`mail that is refused for now while its recipient objects is not tried again (${dialect})`, async () => {
    const { database, clock, ...post } = await openOutbox(dialect)
    await post.queue()
    const taken = await claimMail(database, claim, clock())
    await keepObjection(post.db, clock())
    const outcome = { kind: 'temporary', reason: '450 later' } as const
    const settled = taken!.map((claimed) => ({ ...claimed, outcome }))
    await settleMail(post.db, claim.courierId, [{ settled }], clock())
    clock.move(24 * 60 * 60_000)
    expect(await claimMail(database, claim, clock())).toEqual([])
    expect(await post.rows()).toMatchObject([{ status: 'skipped' }])
  })

  test(`whoever objected still gets the link to their data, and the owner their messages (${dialect})`, async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada })
    await app.submit({ name: 'Ada', email: ada, message: 'Hello' })
    await app.askForData(ada)
    await keepObjection(app.db, app.settings.clock())
    const taken = await claimMail(app.database, claim, app.settings.clock())
    const kinds = taken!.map(({ mail }) => mail.kind).toSorted()
    expect(kinds).toEqual(['message-notice', 'my-data-link'])
    const skipped = app.db.selectFrom('outbox').select('kind').where('status', '=', 'skipped')
    expect(await skipped.orderBy('kind').execute()).toEqual([
      { kind: 'confirm-signup' },
      { kind: 'message-receipt' },
    ])
  })
}
