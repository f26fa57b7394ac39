import { describe, expect, test } from 'vitest'
import { erasePerson } from '#privacy/erase-person.ts'
import { dialects } from '../../test/support/databases.ts'
import { testSecret } from '../../test/support/open-outbox.ts'
import { openTestApp } from '../../test/support/test-app.ts'

const message = {
  name: 'Ada <b>Rossi</b>',
  email: 'ada@example.com',
  message: 'Buy now at https://spam.example\n<script>alert(1)</script>',
}

describe.each(dialects)('a contact message on %s', (dialect) => {
  test('is stored, goes to the owner with the visitor in Reply-To, and is acknowledged', async () => {
    const app = await openTestApp(dialect)
    await app.submit(message)
    expect(await app.db.selectFrom('messages').selectAll().execute()).toEqual([
      expect.objectContaining(message),
    ])
    const [notice, ...noMore] = await app.mailsTo('owner@company.example')
    expect(noMore).toEqual([])
    expect(notice).toMatchObject({
      kind: 'message-notice',
      to: 'The Owner <owner@company.example>',
      replyTo: 'Ada bRossi/b <ada@example.com>',
      subject: 'Message from Ada <b>Rossi</b>',
    })
    expect(notice!.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(notice!.html).not.toContain('<script>')
    expect(notice!.text).toContain(message.message)
    expect(await app.mailsTo('ada@example.com')).toEqual([
      expect.not.objectContaining({ replyTo: expect.anything() as string }),
    ])
  })

  test('is not quoted in any mail to the address that was typed', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ ...message, name: 'Zanzibar', message: 'Quixotic' })
    await app.submit({ email: 'ada@example.com' })
    await app.askForData('ada@example.com')
    const mails = await app.mailsTo('ada@example.com')
    expect(mails.map((mail) => mail.kind).toSorted()).toEqual([
      'confirm-signup',
      'message-receipt',
      'my-data-link',
    ])
    for (const { subject, html, text } of mails) {
      expect(`${subject} ${html} ${text}`).not.toMatch(/zanzibar|quixotic|\bada\b/i)
    }
  })

  test('gets one receipt a day, and every message reaches the owner', async () => {
    const app = await openTestApp(dialect)
    await Promise.all(Array.from({ length: 7 }, () => app.submit(message)))
    expect(await app.mailsTo('owner@company.example')).toHaveLength(7)
    expect(await app.mailsTo('ada@example.com')).toHaveLength(1)
    app.passDays(1)
    await app.submit(message)
    expect(await app.mailsTo('ada@example.com')).toHaveLength(2)
  })

  test('gets no notice of its own after 60 in an hour: the rest share one summary an hour', async () => {
    const app = await openTestApp(dialect)
    const toOwner = () =>
      app.db
        .selectFrom('outbox')
        .select(['kind', 'due_at', ({ fn }) => fn.countAll().as('count')])
        .where('kind', 'in', ['message-notice', 'message-summary'])
        .groupBy(['kind', 'due_at'])
        .orderBy('kind')
        .orderBy('due_at')
        .execute()
    const summaries = async () => (await toOwner()).filter(({ kind }) => kind === 'message-summary')
    const notices = async () =>
      (await toOwner())
        .filter(({ kind }) => kind === 'message-notice')
        .reduce((sum, { count }) => sum + Number(count), 0)
    const write = async (count: number) => {
      for (let index = 0; index < count; index += 1) await app.submit(message)
    }
    await write(64)
    expect(await notices()).toBe(60)
    expect(await summaries()).toMatchObject([{ due_at: '2026-03-01T13:00:00.000Z' }])
    app.passDays(1 / 24)
    await write(61)
    expect(await notices()).toBe(120)
    expect(await summaries()).toMatchObject([
      { due_at: '2026-03-01T13:00:00.000Z' },
      { due_at: '2026-03-01T14:00:00.000Z' },
    ])
    expect(await app.db.selectFrom('messages').select('id').execute()).toHaveLength(125)
    const mails = await app.mailsTo('owner@company.example')
    const { text } = mails.find(({ kind }) => kind === 'message-summary')!
    expect(text).toContain('console')
    expect(text).toContain('site-admin messages remove')
  })

  test('gets no notice after 60 in an hour, even if earlier ones were erased or arrived before', async () => {
    const app = await openTestApp(dialect)
    for (let index = 0; index < 60; index += 1) await app.submit(message)
    await app.db.updateTable('messages').set({ received_at: '2026-03-01T11:59:00.000Z' }).execute()
    await app.submit(message)
    await erasePerson(app.db, message.email, testSecret, app.settings.clock())
    await app.submit(message)
    const queued = app.db.selectFrom('outbox').select('id').where('kind', '=', 'message-notice')
    expect(await queued.execute()).toHaveLength(60)
  })

  test('with a filled honeypot causes no mail', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ ...message, website: 'https://spam.example' })
    await app.submit({ email: 'ada@example.com', website: 'x' })
    expect(await app.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('that cannot be processed stays in submissions, rolls back its rows and is retried', async () => {
    const app = await openTestApp(dialect)
    await app.db.schema.alterTable('mail_allowances').renameTo('away').execute()
    expect((await app.submit(message)).status).toBe(200)
    for (const table of ['messages', 'outbox'] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    const [stuck] = await app.db.selectFrom('submissions').selectAll().execute()
    expect(stuck).toMatchObject({ processed_at: null, attempts: 1, email_key: message.email })
    await app.db.schema.alterTable('away').renameTo('mail_allowances').execute()
    app.passDays(1)
    await app.processInbox()
    expect(await app.db.selectFrom('messages').selectAll().execute()).toMatchObject([message])
    const [done] = await app.db.selectFrom('submissions').selectAll().execute()
    expect(done).toMatchObject({ payload: null, email_key: null, last_error: null })
  })
})
