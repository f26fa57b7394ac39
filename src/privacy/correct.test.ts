import { describe, expect, test } from 'vitest'
import { ada, openDataPage, storeAda } from '../../test/support/ada.ts'
import { dialects, type DialectName } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { forgetExpired } from './forget-expired.ts'

/** All that is held about Ada, the page that shows it, and what it may be corrected by. */
async function openPage(dialect: DialectName) {
  const app = await openTestApp(dialect)
  await storeAda(app)
  const path = await openDataPage(app)
  const correct = (fields: Record<string, string>) =>
    app.post(`${path}/correct`, new URLSearchParams(fields))
  return { app, path, correct }
}

describe.each(dialects)('a correction on %s', (dialect) => {
  test('corrects a name', async () => {
    const { app, correct } = await openPage(dialect)
    expect((await correct({ name: 'Ada Rossi', email: 'Ada@example.com' })).status).toBe(200)
    const rows = await app.db.selectFrom('messages').select('name').execute()
    expect(rows).toEqual([{ name: 'Ada Rossi' }, { name: 'Ada Rossi' }])
    expect(await app.statusOf(ada)).toBe('confirmed')
  })

  test('corrects a name that is misspelt in the newest message alone', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ name: 'Ada Rossi', email: ada, message: 'First' })
    app.passDays(1)
    await app.submit({ name: 'Ada Rosi', email: ada, message: 'Second' })
    const path = await openDataPage(app)
    expect(await (await app.request(path)).text()).toContain('value="Ada Rosi"')
    await app.post(`${path}/correct`, new URLSearchParams({ name: 'Ada Rossi' }))
    const rows = await app.db.selectFrom('messages').select('name').execute()
    expect(rows).toEqual([{ name: 'Ada Rossi' }, { name: 'Ada Rossi' }])
  })

  test('an address is corrected, and a name that was left as it is renames no other', async () => {
    const app = await openTestApp(dialect)
    await storeAda(app)
    const [first] = await app.db.selectFrom('messages').select(['id', 'name']).execute()
    const another = { name: 'Bruno Verdi' }
    await app.db.updateTable('messages').set(another).where('id', '=', first!.id).execute()
    const path = await openDataPage(app)
    const body = new URLSearchParams({ name: first!.name, email: 'third@example.com' })
    expect((await app.post(`${path}/correct`, body)).status).toBe(200)
    const names = await app.db.selectFrom('messages').select(['name', 'email']).execute()
    expect(names.map(({ name }) => name).toSorted()).toEqual([first!.name, another.name].toSorted())
    expect(names.map(({ email }) => email)).toEqual(['third@example.com', 'third@example.com'])
  })

  test('nobody reads that what they left as it was is corrected', async () => {
    const { app, correct } = await openPage(dialect)
    const same = { name: 'Ada', email: ada }
    // The older message has another spelling of it.
    expect((await correct(same)).status).toBe(200)
    const answer = await (await correct(same)).text()
    expect(answer).toContain('Nothing is left to correct.')
    expect(answer).not.toContain('Corrected.')
    const spellings = app.db.selectFrom('messages').select('email').distinct()
    expect(await spellings.execute()).toEqual([{ email: ada }])
    // Where only the newsletter has it, its spelling is corrected, too.
    await app.db.deleteFrom('messages').execute()
    const email = 'aDa@example.com'
    expect(await (await correct({ email })).text()).toContain('Corrected.')
    expect(await app.db.selectFrom('subscribers').select('email').execute()).toEqual([{ email }])
  })

  test('whoever presses twice still reads that the new address must be confirmed', async () => {
    const { app, correct } = await openPage(dialect)
    const moved = { email: 'third@example.com' }
    await correct(moved)
    const answer = await (await correct(moved)).text()
    expect(answer).toContain('This changed nothing.')
    expect(answer).toContain('a confirmation link')
    expect(await app.mailsTo('third@example.com')).toHaveLength(1)
  })

  test('an empty correction leads back to the form, and says nothing of a correction', async () => {
    const { path, correct } = await openPage(dialect)
    const answer = await correct({ name: '  ', email: '' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}#correct`])
  })

  test('who may move a subscription reads at the form what is kept as the proof of consent', async () => {
    const { app, path } = await openPage(dialect)
    const readsLine = async () => {
      const [, form = ''] = (await (await app.request(path)).text()).split('id="correct"')
      return form.split('id="object"')[0]!.includes('You may withdraw your consent at any time.')
    }
    expect(await readsLine()).toBe(true)
    await app.post(await app.linkTo(ada, 'unsubscribe'))
    expect(await readsLine()).toBe(false)
  })

  test('says at the field what is wrong, and offers the form again', async () => {
    const { app, path, correct } = await openPage(dialect)
    const tied = (id: string) =>
      new RegExp(`<input [^>]*id="${id}" [^>]*aria-invalid="true" aria-describedby="${id}-error"`)
    expect(await (await app.request('/my-data')).text()).toContain('action="/my-data"')
    const asked = await app.askForData('no address')
    expect(asked.status).toBe(422)
    const again = await asked.text()
    expect(again).toMatch(tied('my-data-email'))
    expect(again).toContain('value="no address"')

    const address = await correct({ name: 'Ada Rossi', email: 'no address' })
    expect(address.status).toBe(422)
    const html = await address.text()
    expect(html).toMatch(tied('correct-email'))
    expect(html).not.toMatch(tied('correct-name'))
    expect(html).toContain('value="no address"')
    expect(html).toContain('value="Ada Rossi"')
    expect(html).toContain(`action="${path}/correct"`)
    const name = await correct({ name: 'a'.repeat(201) })
    expect(await name.text()).toMatch(tied('correct-name'))
    expect(await app.db.selectFrom('messages').select('name').execute()).not.toContainEqual({
      name: 'Ada Rossi',
    })
  })

  test('corrects an address, and the new one must confirm for itself', async () => {
    const { app, path, correct } = await openPage(dialect)
    await app.submit({ name: 'Third', email: 'third@example.com', message: 'Secret' })
    await correct({ email: 'Third@example.com' })
    expect(await app.statusOf(ada)).toBe('unsubscribed')
    expect(await app.statusOf('third@example.com')).toBe('pending')
    expect(await app.linkTo('third@example.com', 'confirm')).toBeDefined()
    // The link stays with the old address: it shows nothing of whoever has the new one.
    expect(await (await app.request(path)).text()).not.toContain('Secret')
  })

  test('nobody restricts or writes to a third person by a correction', async () => {
    const { app, path, correct } = await openPage(dialect)
    const queuedTo = (email: string) =>
      app.db
        .selectFrom('outbox')
        .innerJoin('messages', 'messages.id', 'outbox.about_id')
        .select('outbox.id')
        .where('outbox.kind', '=', 'message-receipt')
        .where('outbox.status', '=', 'queued')
        .where('messages.email_key', '=', email)
        .orderBy('outbox.id')
        .execute()
    expect(await queuedTo(ada)).not.toEqual([])
    const before = await queuedTo(ada)
    expect((await correct({ name: 'Ada R.', email: ada })).status).toBe(200)
    expect(await queuedTo(ada)).toEqual(before)
    await app.post(`${path}/restrict`)
    const victim = { email: 'victim@example.com' }
    const refused = await correct(victim)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Please lift the restriction first')
    await app.post(`${path}/lift`)
    await app.submit({ name: 'Ada', email: ada, message: 'Third' })
    const receipts = await queuedTo(ada)
    const statuses = ['queued', 'sending', 'failed'] as const
    for (const [index, status] of statuses.entries()) {
      const { id } = receipts[index]!
      await app.db.updateTable('outbox').set({ status }).where('id', '=', id).execute()
    }
    const objection = { email_key: victim.email, objected_at: '2026-03-01T00:00:00.000Z' }
    await app.db.insertInto('objections').values(objection).execute()
    expect((await correct(victim)).status).toBe(200)
    const sent = app.db.selectFrom('outbox').select('status').where('kind', '=', 'message-receipt')
    expect((await sent.execute()).map(({ status }) => status)).toEqual(Array(3).fill('skipped'))
    expect(await app.statusOf(victim.email)).toBeUndefined()
    expect(await app.db.selectFrom('restrictions').selectAll().execute()).toEqual([])
  })

  test('a correction keeps the restriction, and asks the owner for nothing where it changes nothing', async () => {
    const { app, path, correct } = await openPage(dialect)
    await app.post(`${path}/restrict`)
    await correct({})
    await correct({ name: 'Ada' })
    const tasks = () => app.db.selectFrom('mailbox_tasks').select('task').execute()
    expect(await tasks()).toEqual([])
    await correct({ name: 'Ada Rossi', email: ada })
    expect(await tasks()).toEqual([{ task: 'correct' }])
    app.passDays(10_000)
    await forgetExpired(app.db, app.settings.clock())
    expect(await app.db.selectFrom('messages').select('name').distinct().execute()).toEqual([
      { name: 'Ada Rossi' },
    ])
  })
})
