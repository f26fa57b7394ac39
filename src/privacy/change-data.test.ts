import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ada, openDataPage, storeAda } from '../../test/support/ada.ts'
import { allRows, dialects, openTestDatabase, tablesWith } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import type { Trx } from '#database/schema.ts'
import { changeData } from './change-data.ts'
import { forgetExpired } from './forget-expired.ts'
import { liftRestriction } from './restrict.ts'

describe.each(dialects)('my data on %s', (dialect) => {
  test('a token is no way around the limits: neither for requests nor for mails to the owner', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 20 })
    await app.submit({ name: 'Ada', email: ada, message: 'First' })
    const path = await openDataPage(app)
    const statuses = []
    for (let turn = 0; turn < 21; turn++) {
      const answer = await app.post(`${path}/correct`, new URLSearchParams({ name: `N${turn}` }))
      statuses.push(answer.status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
    // Nobody else pays for it.
    expect((await app.submit({ email: 'neighbour@example.com' })).status).toBe(200)
    expect(await app.db.selectFrom('mailbox_tasks').select('id').execute()).toHaveLength(3)
  })

  test('takes an objection: the subscription ends and no mail goes out until it is lifted', async () => {
    const app = await openTestApp(dialect)
    await storeAda(app)
    const path = await openDataPage(app)
    for (const _ of [1, 2]) {
      expect((await app.post(`${path}/object`)).headers.get('location')).toBe(`${path}#object`)
    }
    expect(await app.statusOf(ada)).toBe('unsubscribed')
    const before = (await app.mailsTo(ada)).length
    await app.submit({ email: ada })
    await app.submit({ name: 'Ada', email: ada, message: 'Third' })
    expect(await app.statusOf(ada)).toBe('unsubscribed')
    expect(await app.mailsTo(ada)).toHaveLength(before)
    expect(await (await app.request(path)).text()).toContain('You objected on')
    await app.post(`${path}/allow`)
    await app.submit({ email: ada })
    expect(await app.statusOf(ada)).toBe('pending')
    expect(await app.mailsTo(ada)).toHaveLength(before + 1)
  })

  test('takes a restriction: no letter and no sweep touches the address until it is lifted', async () => {
    const app = await openTestApp(dialect)
    await storeAda(app)
    await app.submit({ name: 'Bob', email: 'bob@example.com', message: 'Ends' })
    await app.submit({ name: 'Ada', email: 'ada+tag@example.com', message: 'Counts for her' })
    const path = await openDataPage(app)
    for (const _ of [1, 2]) {
      expect((await app.post(`${path}/restrict`)).headers.get('location')).toBe(`${path}#restrict`)
    }
    expect(await (await app.request(path)).text()).toContain('Restricted since')
    const mails = (await app.mailsTo(ada)).length
    await app.submit({ email: ada })
    await app.submit({ name: 'Ada', email: ada, message: 'Third' })
    expect(await app.mailsTo(ada)).toHaveLength(mails)
    const forgetAll = () => forgetExpired(app.db, app.settings.clock())
    const before = await allRows(app.db)
    app.passDays(10_000)
    await forgetAll()
    const after = await allRows(app.db)
    const hers = (row: string) => row.toLowerCase().includes(ada)
    expect(after['mail_allowances']).toEqual(before['mail_allowances']!.filter(hers))
    for (const table of ['subscribers', 'consents', 'quarantine', 'suppressions', 'data_links']) {
      expect([table, after[table]]).toEqual([table, before[table]])
    }
    expect(await app.db.selectFrom('messages').select('email_key').distinct().execute()).toEqual([
      { email_key: ada },
    ])
    expect(await app.statusOf(ada)).toBe('confirmed')
    await liftRestriction(app.db, ada)
    await forgetAll()
    expect(await app.statusOf(ada)).toBe('unsubscribed')
    app.passDays(10_000)
    await forgetAll()
    expect(await tablesWith(app.db, ada)).toEqual([])
  })
})

test('whom PostgreSQL stops for another who changes the same rows is done after that one', async () => {
  const { db } = await openTestDatabase('postgres')
  let turns = 0
  const stopped = sql`do $$ begin raise sqlstate '40P01'; end $$`
  const change = async (trx: Trx) => {
    turns += 1
    if (turns === 1) await stopped.execute(trx)
    return 'done'
  }
  expect(await changeData(db, change)).toBe('done')
  await expect(changeData(db, (trx) => sql`no statement`.execute(trx))).rejects.toThrow('syntax')
})
