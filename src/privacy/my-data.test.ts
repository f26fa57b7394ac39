import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ada, openDataPage, storeAda } from '../../test/support/ada.ts'
import { dialects, tablesWith } from '../../test/support/databases.ts'
import { site } from '#content/content.ts'
import { letter } from '../../test/support/letters.ts'
import { consent, openTestApp } from '../../test/support/test-app.ts'
import { startLetter } from '#newsletter/letter-sending.ts'
import type { PersonalData } from './collect-personal-data.ts'

const escaped = (text: string) => renderToStaticMarkup(text)

test('a note to the owner names two hundred messages, and says that there are more', async () => {
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
  expect(note!.text).toContain('all that came before')
})

describe.each(dialects)('my data on %s', (dialect) => {
  test('answers the same whether or not anything is held, and writes only where it is', async () => {
    const app = await openTestApp(dialect)
    await storeAda(app)
    const answers = await Promise.all(
      [ada, 'nobody@example.com'].map(async (email) => {
        const response = await app.askForData(email)
        return [response.status, [...response.headers], await response.text()]
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    const mails = await app.mailsTo(ada)
    const links = mails.filter(({ kind }) => kind === 'my-data-link')
    expect(links.map(({ to }) => to)).toEqual(['Ada@example.com'])
    expect(await tablesWith(app.db, 'nobody@example.com')).toEqual([])
  })

  test('sends at most three links a day to one address', async () => {
    const app = await openTestApp(dialect)
    await storeAda(app)
    await Promise.all(Array.from({ length: 8 }, () => app.askForData(ada)))
    const count = async () =>
      (await app.mailsTo(ada)).filter((mail) => mail.kind === 'my-data-link').length
    expect(await count()).toBe(3)
    app.passDays(1)
    await app.askForData(ada)
    expect(await count()).toBe(4)
  })

  test('shows the newest of very many, and gives all as JSON', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 0 })
    await storeAda(app)
    const texts = Array.from({ length: 150 }, (_, index) => `Message ${index}.`)
    const rows = texts.map((message, index) => ({
      id: crypto.randomUUID(),
      name: 'Ada',
      email: ada,
      email_key: ada,
      message,
      received_at: new Date(Date.parse('2026-03-01T12:00:00Z') + index).toISOString(),
    }))
    await app.db.insertInto('messages').values(rows).execute()
    const path = await openDataPage(app)
    const html = await (await app.request(path)).text()
    expect(texts.filter((text) => html.includes(text)).length).toBeLessThanOrEqual(50)
    expect(html).toContain('These are the newest 50; the download has all of them.')
    const held = (await (await app.request(`${path}/download`)).json()) as PersonalData
    const { entries } = held.records.find(({ table }) => table === 'messages')!
    const told = entries.map(({ message }) => message)
    expect(told.filter((message) => texts.includes(String(message)))).toEqual(texts)
  })

  test('shows all that is held, and gives it as JSON', async () => {
    const app = await openTestApp(dialect)
    await storeAda(app)
    await app.submit({ email: 'ada+tag@example.com' })
    const now = app.settings.clock()
    await startLetter(app.db, letter, { dueAt: now, now })
    const path = await openDataPage(app)
    const html = (await (await app.request(path)).text()).replaceAll('\u2060', '')
    const readable = [
      'Confirmation of a signup',
      '1 March 2026 at 12:00:30 UTC',
      'in the download)',
    ]
    for (const part of ['Ada@example.com', 'First', 'Second', '550 unknown', ...readable]) {
      expect(html).toContain(part)
    }
    expect(html).not.toContain('null')
    const response = await app.request(`${path}/download`)
    expect(response.headers.get('content-disposition')).toContain('attachment')
    const held = (await response.json()) as PersonalData
    const entries = Object.fromEntries(held.records.map((one) => [one.table, one.entries]))
    expect(entries['subscribers']).toMatchObject([
      { email: 'Ada@example.com', status: 'confirmed' },
    ])
    const agreed = Object.values(consent).map(({ text }) => text)
    expect(new Set(entries['consent_texts']!.map(({ text }) => text))).toEqual(new Set(agreed))
    expect(entries['messages']!.map((one) => String(one['message'])).toSorted()).toEqual([
      'First',
      'Second',
    ])
    expect(entries['quarantine']).toHaveLength(1)
    expect(entries['mail_allowances']).toHaveLength(5)
    expect(entries['data_links']).toHaveLength(1)
    expect(entries['outbox']!.map((mail) => String(mail['kind'])).toSorted()).toEqual([
      'confirm-signup',
      'letter',
      'message-notice',
      'message-notice',
      'message-receipt',
      'message-receipt',
      'my-data-link',
    ])
    // What article 15(1) wants beside the data: purposes, recipients, periods, complaints.
    expect(html).toContain('where to complain')
    for (const { purpose, legalBasis, keptFor } of held.records) {
      expect(html).toContain(purpose)
      expect(html).toContain(legalBasis)
      for (const words of keptFor) expect(html).toContain(words)
    }
    for (const { name } of site.processors) expect(html).toContain(escaped(name))
    expect(held.recipients).toHaveLength(site.processors.length + 1)
  })

  test('opens for one hour, and for nobody else', async () => {
    const app = await openTestApp(dialect)
    await storeAda(app)
    await app.submit({ name: 'Bob', email: 'bob@example.com', message: 'Private' })
    const path = await openDataPage(app)
    expect(await (await app.request(path)).text()).not.toContain('bob@example.com')
    app.passDays(59 / 1440)
    expect((await app.request(path)).status).toBe(200)
    app.passDays(1 / 1440)
    for (const action of ['', '/download', '/erase']) {
      expect((await app.request(path + action)).status).toBe(404)
    }
    for (const action of ['/correct', '/object', '/allow', '/restrict', '/lift', '/erase']) {
      expect((await app.post(path + action)).status).toBe(404)
    }
    expect(await app.statusOf(ada)).toBe('confirmed')
  })

  test('opens where nothing can be corrected, and for nobody of whom only the asking is left', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada, website: 'x' })
    const page = await app.request(await openDataPage(app))
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('id="correct"')
    await app.db.deleteFrom('quarantine').execute()
    await app.askForData(ada)
    expect(await app.db.selectFrom('data_links').select('id').execute()).toHaveLength(1)
  })

  test('counts in the rate limit and refuses other sites', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 2 })
    const foreign = { Origin: 'https://evil.example' }
    const answer = await app.post('/my-data', new URLSearchParams({ email: ada }), foreign)
    expect(answer.status).toBe(403)
    expect((await app.post('/my-data', 'email=%FF')).status).toBe(422)
    expect((await app.submit({ email: ada })).status).toBe(200)
    const refused = await app.askForData(ada)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
