import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
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
      replyTo: 'ada@example.com',
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

  test('gets at most two receipts a day, and every message reaches the owner', async () => {
    const app = await openTestApp(dialect)
    await Promise.all(Array.from({ length: 7 }, () => app.submit(message)))
    expect(await app.mailsTo('owner@company.example')).toHaveLength(7)
    expect(await app.mailsTo('ada@example.com')).toHaveLength(2)
    app.passDays(1)
    await app.submit(message)
    expect(await app.mailsTo('ada@example.com')).toHaveLength(3)
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
