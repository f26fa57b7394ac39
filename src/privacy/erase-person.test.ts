import { describe, expect, test } from 'vitest'
import { ada, openDataPage, storeAda, storeSubmissions } from '../../test/support/ada.ts'
import { allRows, dialects, tablesWith } from '../../test/support/databases.ts'
import { testSecret } from '../../test/support/open-outbox.ts'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import type { KyselyPlugin } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { eraseAgain, erasePerson, removeSignup } from './erase-person.ts'

const eraseAfterRestore = (app: TestApp, erasures: Schema['erasures'][]) =>
  app.db.transaction().execute((trx) => eraseAgain(trx, erasures, { secret: testSecret }))

test('the mail about copies in the mailbox lists 200 messages and mentions earlier ones', async () => {
  const app = await openTestApp('sqlite')
  const words = { name: 'Ada', email: ada, email_key: ada, message: 'Hello' }
  const start = Date.parse('2026-01-01T00:00:00.000Z')
  const messages = Array.from({ length: 300 }, (_, index) => ({
    ...words,
    id: String(index),
    received_at: new Date(start + index * 1000).toISOString(),
  }))
  await app.db.insertInto('messages').values(messages).execute()
  await app.post(`${await openDataPage(app)}/erase`)
  const [note] = await app.mailsTo('owner@company.example')
  expect(note!.text.match(/Received on/g)).toHaveLength(200)
  expect(note!.text).toContain('00:04:59 UTC')
  expect(note!.text).toContain('all earlier messages')
})

describe.each(dialects)('an address on %s', (dialect) => {
  test('with thousands of messages is erased in batches of 1,000', async () => {
    const app = await openTestApp(dialect)
    const words = { name: 'Ada', email: ada, email_key: ada, message: 'Hello' }
    const received_at = '2026-01-01T00:00:00.000Z'
    for (let start = 0; start < 2500; start += 500) {
      const rows = Array.from({ length: 500 }, (_, index) => ({
        id: `${start + index}`,
        received_at,
        ...words,
      }))
      await app.db.insertInto('messages').values(rows).execute()
    }
    const deleted: number[] = []
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        deleted.push(Number(result.numAffectedRows ?? 0))
        return result
      },
    }
    await erasePerson(app.db.withPlugin(counting), ada, testSecret, app.settings.clock())
    expect(Math.max(...deleted)).toBe(1000)
    expect(await tablesWith(app.db, ada)).toEqual([])
  })

  test('whose signup was removed is not subscribed again by a restore, and keeps its messages', async () => {
    const app = await openTestApp(dialect)
    const { clock } = app.settings
    await app.submit({ email: ada })
    await app.submit({ name: 'Ada', email: ada, message: 'Stays' })
    const subscribers = await app.db.selectFrom('subscribers').selectAll().execute()
    await removeSignup(app.db, ada, testSecret, clock())
    const erasures = await app.db.selectFrom('erasures').selectAll().execute()
    await app.db.insertInto('subscribers').values(subscribers).execute()
    expect(await eraseAfterRestore(app, erasures)).toBe(1)
    expect(await app.rows()).toMatchObject({ subscribers: [], messages: [{ message: 'Stays' }] })
    app.passDays(1)
    await app.submit({ email: ada })
    expect(await eraseAfterRestore(app, erasures)).toBe(0)
    expect((await app.rows()).subscribers).toHaveLength(1)
  })

  test('is erased from every table, except for a keyed hash', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ name: 'Bob', email: 'bob@example.com', message: 'Stays' })
    await storeAda(app)
    await app.askForData(ada)
    await app.post(`${await openDataPage(app)}/no-more-email`)
    await storeSubmissions(app.db, [
      { email_key: ada, payload: `{"email":"${ada}"}` },
      { email_key: 'bob@example.com', payload: '{}' },
    ])
    const path = await app.linkTo(ada, 'my-data')
    await app.db
      .updateTable('outbox')
      .set({ last_error: `554 Reply-To <${ada}> is blocked` })
      .where('kind', '=', 'message-notice')
      .where(
        'about_id',
        'in',
        app.db.selectFrom('messages').select('id').where('email_key', '=', ada),
      )
      .execute()
    expect((await app.request(`${path}/erase`)).status).toBe(200)
    expect(await tablesWith(app.db, ada)).toEqual([
      'data_links',
      'mail_allowances',
      'messages',
      'outbox',
      'quarantine',
      'submissions',
      'subscribers',
      'suppressions',
    ])

    // A second press is not an error; all other requests get the page of an expired link.
    for (const words of ['Your data has been erased', 'Nothing left to erase']) {
      const erased = await app.post(`${path}/erase`)
      expect([erased.status, await erased.text()]).toEqual([200, expect.stringContaining(words)])
    }
    expect((await app.request(path)).status).toBe(404)
    const forged = await app.post(`${path.slice(0, -2)}AA/erase`)
    expect(forged.status).toBe(404)
    const rows = await allRows(app.db)
    expect(Object.keys(rows).length).toBeGreaterThan(10)
    expect(await tablesWith(app.db, ada)).toEqual([])
    expect(rows['consents']).toEqual([])
    expect(rows['messages']).toHaveLength(1)
    expect(rows['submissions']!.filter((row) => row.includes('bob@'))).toHaveLength(1)
    expect(rows['erasures']).toHaveLength(1)
    // The mail that asks the owner to delete copies contains no name or address.
    const task = (await app.mailsTo('owner@company.example')).at(-1)!
    expect(task).toMatchObject({
      kind: 'mailbox-task',
      subject: 'Please delete messages from the mailbox',
    })
    expect(task.text.match(/Received on 1 March 2026 at 12:00:30 UTC/g)).toHaveLength(2)
    expect(`${task.text}${task.html}`.toLowerCase()).not.toMatch(/ada|first|second/)
    expect((await app.request(`${path}/erase`)).status).toBe(404)
  })

  test('is erased again from a restored backup, unless it came back after the erasure', async () => {
    const app = await openTestApp(dialect)
    await storeAda(app)
    await app.submit({ email: 'bob@example.com' })
    const path = await openDataPage(app)
    app.passDays(0.01)
    await app.post(`${path}/erase`)
    const erasures = await app.db.selectFrom('erasures').selectAll().execute()

    app.passDays(1)
    await app.submit({ email: ada })
    expect(await eraseAfterRestore(app, erasures)).toBe(0)
    expect(await app.statusOf(ada)).toBe('pending')

    app.passDays(-2)
    await app.submit({ name: 'Ada', email: ada, message: 'From the backup' })
    await app.submit({ name: 'Ada', email: ada, message: 'Caught', website: 'x' })
    const received_at = app.settings.clock().toISOString()
    const payload = `{"email":"${ada}"}`
    await storeSubmissions(app.db, [{ email_key: ada, payload, received_at }])
    expect(await eraseAfterRestore(app, erasures)).toBe(1)
    expect(await tablesWith(app.db, ada)).toEqual([])
    expect(await app.statusOf('bob@example.com')).toBe('pending')

    // A second erasure replaces the first.
    app.passDays(3)
    await app.submit({ email: ada })
    await app.post(`${await openDataPage(app)}/erase`)
    const erased_at = app.settings.clock().toISOString()
    expect(await app.db.selectFrom('erasures').select('erased_at').execute()).toEqual([
      { erased_at },
    ])
  })
})
