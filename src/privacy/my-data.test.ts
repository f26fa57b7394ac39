import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ada, openDataPage, storeAda, storeSubmissions } from '../../test/support/ada.ts'
import { dialects, tablesWith } from '../../test/support/databases.ts'
import { site } from '#content/content.ts'
import { sendAt } from '../../test/support/letters.ts'
import { consent, openTestApp } from '../../test/support/test-app.ts'
import { personalDataJson, type PersonalData } from './collect-personal-data.ts'

const escaped = (text: string) => renderToStaticMarkup(text)

describe.each(dialects)('my data on %s', (dialect) => {
  test('responds the same whether or not data is held, and sends a link only if it is', async () => {
    const app = await openTestApp(dialect)
    await storeAda(app)
    const responses = await Promise.all(
      [ada, 'nobody@example.com'].map(async (email) => {
        const response = await app.askForData(email)
        return [response.status, [...response.headers], await response.text()]
      }),
    )
    expect(responses[0]).toEqual(responses[1])
    const mails = await app.mailsTo(ada)
    const links = mails.filter(({ kind }) => kind === 'my-data-link')
    expect(links.map(({ to }) => to)).toEqual(['Ada@example.com'])
    expect(await tablesWith(app.db, 'nobody@example.com')).toEqual([])
  })

  test('sends at most two links a day to one address', async () => {
    const app = await openTestApp(dialect)
    await storeAda(app)
    await Promise.all(Array.from({ length: 8 }, () => app.askForData(ada)))
    const count = async () =>
      (await app.mailsTo(ada)).filter((mail) => mail.kind === 'my-data-link').length
    expect(await count()).toBe(2)
    app.passDays(1)
    await app.askForData(ada)
    expect(await count()).toBe(3)
  })

  test('shows the newest ten of many messages, and gives all as JSON', async () => {
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
    expect(texts.filter((text) => html.includes(text)).length).toBeLessThanOrEqual(10)
    expect(html).toContain('Showing the newest 10. Download your data to see all.')
    const held = (await (await app.request(`${path}/download`)).json()) as PersonalData
    const { entries } = held.records.find(({ table }) => table === 'messages')!
    const downloaded = entries.map(({ message }) => message)
    expect(downloaded.filter((message) => texts.includes(String(message)))).toEqual(texts)
  })

  test('lets other requests in after each batch of large downloads', async () => {
    const { db } = await openTestApp(dialect)
    const received_at = '2026-03-01T12:00:00.000Z'
    const row = { name: 'Ada', email: ada, email_key: ada, message: 'Hello', received_at }
    const rows = Array.from({ length: 320 }, () => ({ id: crypto.randomUUID(), ...row }))
    await db.insertInto('messages').values(rows).execute()
    let isOver = false
    let turns = 0
    const count = () => void ((turns += 1), !isOver && setImmediate(count))
    setImmediate(count)
    const download = () => Array.fromAsync(personalDataJson(db, ada, 'en'))
    await Promise.all([download(), download()])
    isOver = true
    // Two times five batches of 64.
    expect(turns).toBeGreaterThanOrEqual(10)
  })

  test('shows everything held about an address, and gives it as JSON', async () => {
    const app = await openTestApp(dialect)
    await storeAda(app)
    await app.submit({ email: 'ada+tag@example.com' })
    await storeSubmissions(app.db, [
      { email_key: ada, payload: '{"texts":{"message":"Unprocessed"}}' },
    ])
    const now = app.settings.clock()
    await sendAt(app.db, now)
    const path = await openDataPage(app)
    const html = (await (await app.request(path)).text()).replaceAll('\u2060', '')
    const readable = [
      'Request to confirm your signup',
      '1 March 2026 at 12:00:30 UTC',
      'in the download)',
      'Unprocessed',
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
    expect(entries['mail_allowances']!.length).toBeGreaterThan(0)
    expect(entries['data_links']).toHaveLength(1)
    expect(entries['submissions']).toMatchObject([
      { payload: '{"texts":{"message":"Unprocessed"}}' },
    ])
    expect(entries['outbox']!.map((mail) => String(mail['kind'])).toSorted()).toEqual([
      'confirm-signup',
      'letter',
      'message-notice',
      'message-notice',
      'message-receipt',
      'my-data-link',
    ])
    // Article 15(1) also requires purposes, recipients, periods and where to complain.
    expect(html).toContain('where to complain')
    for (const { purpose, legalBasis, keptFor } of held.records) {
      expect(html).toContain(purpose)
      expect(html).toContain(legalBasis)
      for (const words of keptFor) expect(html).toContain(words)
    }
    for (const { name } of site.processors) expect(html).toContain(escaped(name))
    expect(held.recipients).toHaveLength(site.processors.length + 1)
  })

  test('opens for one hour, and shows only the data of its address', async () => {
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
    for (const action of ['/no-more-email', '/allow-email', '/erase']) {
      expect((await app.post(path + action)).status).toBe(404)
    }
    expect(await app.statusOf(ada)).toBe('confirmed')
  })

  test('sends no link if only link requests are held about the address', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada, website: 'x' })
    expect((await app.request(await openDataPage(app))).status).toBe(200)
    await app.db.deleteFrom('quarantine').execute()
    await storeSubmissions(app.db, [{ kind: 'my-data', email_key: ada, payload: '{}' }])
    await app.askForData(ada)
    expect(await app.db.selectFrom('data_links').select('id').execute()).toHaveLength(1)
    await storeSubmissions(app.db, [{ kind: 'newsletter', email_key: ada, payload: '{}' }])
    await app.askForData(ada)
    expect(await app.db.selectFrom('data_links').select('id').execute()).toHaveLength(2)
  })

  test('limits requests per link without affecting other clients', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 20 })
    await app.submit({ name: 'Ada', email: ada, message: 'First' })
    const path = await openDataPage(app)
    const statuses = []
    for (let request = 0; request < 21; request++) {
      statuses.push((await app.post(`${path}/no-more-email`)).status)
    }
    expect(statuses).toEqual([...Array<number>(20).fill(303), 429])
    expect((await app.submit({ email: 'neighbour@example.com' })).status).toBe(200)
  })

  test('marks an invalid address as an error at its field', async () => {
    const app = await openTestApp(dialect)
    const response = await app.askForData('no address')
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toMatch(
      /<input [^>]*aria-invalid="true" [^>]*aria-describedby="my-data-email-error"/,
    )
    expect(html).toContain('value="no address"')
  })

  test('counts towards the rate limit and rejects posts from other origins', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 2 })
    const foreign = { Origin: 'https://evil.example' }
    const response = await app.post('/my-data', new URLSearchParams({ email: ada }), foreign)
    expect(response.status).toBe(403)
    expect((await app.post('/my-data', 'email=%FF')).status).toBe(422)
    expect((await app.submit({ email: ada })).status).toBe(200)
    const refused = await app.askForData(ada)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('shortens long messages on the page, and gives them in full as JSON', async () => {
    const app = await openTestApp(dialect)
    const message = `a${'🌱'.repeat(2000)}`
    await app.submit({ name: 'Ada', email: ada, message })
    const path = await openDataPage(app)
    const html = await (await app.request(path)).text()
    expect(html).toContain(`${'🌱'.repeat(499)}… (in full in the download)`)
    expect(html).not.toContain('🌱'.repeat(500))
    expect(await (await app.request(`${path}/download`)).text()).toContain(message)
  })

  test('says "more than 10 messages" instead of a wrong count', async () => {
    const app = await openTestApp(dialect)
    const send = () => app.submit({ name: 'Ada', email: ada, message: 'Again' })
    await send()
    const path = await openDataPage(app)
    for (let count = 1; count < 10; count++) await send()
    const summary = async () => {
      const html = await (await app.request(path)).text()
      return new RegExp(`${ada}: ([^<]*)`).exec(html.replaceAll('<!-- -->', ''))![1]
    }
    expect(await summary()).toMatch(/^10\u00a0messages, /)
    for (let count = 0; count < 2; count++) await send()
    expect(await summary()).toMatch(/^more than 10\u00a0messages, /)
  })

  test('opens at most sixty times a minute per link', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ name: 'Ada', email: ada, message: 'First' })
    const path = await openDataPage(app)
    const statuses = []
    for (let request = 0; request < 61; request++) statuses.push((await app.request(path)).status)
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200))
    expect(statuses[60]).toBe(429)
    expect((await app.request(`${path}/download`)).status).toBe(429)
    app.passDays(1 / 1440)
    expect((await app.request(path)).status).toBe(200)
  })
})
