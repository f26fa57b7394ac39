import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { noRows, openTestApp, readResponse } from '../../test/support/test-app.ts'

const message = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello' }

describe.each(dialects)('POST /contact (%s)', (dialect) => {
  test('a body with only an address is stored as a newsletter signup', async () => {
    const app = await openTestApp(dialect)
    const response = await app.submit({ email: 'Ada@Example.COM' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.text()).toBe('{"ok":true}')
    const rows = await app.rows()
    expect(rows).toMatchObject({
      ...noRows,
      subscribers: [{ email: 'Ada@example.com', email_key: 'ada@example.com', status: 'pending' }],
    })
    expect(rows.subscribers[0]!.asked_at).toBe('2026-03-01T12:00:30.000Z')
  })

  test('a body with name, address and message is stored as a contact message only', async () => {
    const app = await openTestApp(dialect)
    const response = await app.submit({ ...message, message: ' Two\r\nlines\rand a third ' })
    expect(await response.text()).toBe('{"ok":true}')
    expect(await app.rows()).toMatchObject({
      ...noRows,
      messages: [{ ...message, message: 'Two\nlines\nand a third' }],
    })
  })

  test.each([
    ['a name alone', { name: 'Ada' }, ['email', 'message']],
    ['a message alone', { message: 'Hello' }, ['email', 'name']],
    ['no address', { name: 'Ada', message: 'Hello' }, ['email']],
    ['nothing at all', {}, ['email']],
    ['a wrong address', { email: 'ada' }, ['email']],
    ['an address that is not a string', { email: 7 }, ['email']],
    ['null', { ...message, name: null }, ['name']],
    ['a name of spaces', { ...message, name: '   ' }, ['name']],
    ['an unknown field', { email: 'ada@example.com', phone: '1' }, ['phone']],
    ['an unknown field in a message', { ...message, subject: 'Hi' }, ['subject']],
    ['a constructor', { email: 'ada@example.com', constructor: 1 }, ['constructor']],
  ])('%s is rejected with 422, and the response names the fields', async (_, body, fields) => {
    const app = await openTestApp(dialect)
    const response = await app.submit(body)
    expect(response.status).toBe(422)
    const json = (await response.json()) as { error: { fields: object } }
    expect(json).toEqual({
      ok: false,
      error: {
        code: 'wrong-field',
        message: expect.any(String),
        fields: expect.any(Object),
      },
    })
    expect(Object.keys(json.error.fields).toSorted()).toEqual(fields)
    expect(await app.rows()).toEqual(noRows)
  })

  test('__proto__ is rejected as an unknown field, and does not change Object.prototype', async () => {
    const app = await openTestApp(dialect)
    const response = await app.submitBody('{"email":"ada@example.com","__proto__":{"website":"x"}}')
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('"fields":{"__proto__":')
    expect(await app.rows()).toEqual(noRows)
    expect(Object.prototype).not.toHaveProperty('website')
  })

  test.each([
    ['no body', ''],
    ['half an object', '{"email":'],
    ['a list', '["ada@example.com"]'],
    ['a number', '1e999'],
    ['null', 'null'],
    ['two objects', '{"email":"ada@example.com"}{}'],
    ['a byte order mark', '\ufeff{"email":"ada@example.com"}'],
    ['invalid UTF-8', Uint8Array.from(Buffer.from('{"email":"\xff"}', 'latin1'))],
    ['8,000 nested brackets', `{"email":${'['.repeat(8000)}`],
  ])('%s is rejected with 400', async (_, body) => {
    const app = await openTestApp(dialect)
    const response = await app.submitBody(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      ok: false,
      error: { code: 'malformed', message: expect.any(String) },
    })
    expect(await app.rows()).toEqual(noRows)
    expect(app.errors()).toEqual([])
  })

  test('if a JSON key occurs twice, escaped or not, the last one counts', async () => {
    const app = await openTestApp(dialect)
    for (const body of [
      '{"email":"first@example.com","email":"ada@example.com"}',
      '{"email":"first@example.com","\\u0065mail":"ben@example.com"}',
    ]) {
      expect((await app.submitBody(body)).status).toBe(200)
    }
    const { subscribers } = await app.rows()
    expect(subscribers.map((row) => row.email)).toEqual(['ada@example.com', 'ben@example.com'])
  })

  test('8,000 nested arrays and a huge number are rejected with 422', async () => {
    const app = await openTestApp(dialect)
    const nest = `{"email":${'['.repeat(8000)}${']'.repeat(8000)}}`
    expect((await app.submitBody(nest)).status).toBe(422)
    expect((await app.submitBody(`{"email":1${'0'.repeat(400)}}`)).status).toBe(422)
    expect(await app.rows()).toEqual(noRows)
  })

  test.each([
    ['no type', undefined],
    ['plain text', 'text/plain'],
    ['multipart', 'multipart/form-data; boundary=x'],
    ['a type that only begins like JSON', 'application/jsonp'],
  ])('%s is rejected with 415', async (_, type) => {
    const app = await openTestApp(dialect)
    const body = new TextEncoder().encode('{"email":"ada@example.com"}')
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const response = await app.request('/contact', { method: 'POST', headers, body })
    expect(response.status).toBe(415)
    expect(await response.json()).toEqual({
      ok: false,
      error: { code: 'wrong-type', message: expect.any(String) },
    })
    expect(await app.rows()).toEqual(noRows)
  })

  test('Content-Type is accepted in capitals and with a charset', async () => {
    const app = await openTestApp(dialect)
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await app.submit({ email: 'ada@example.com' }, headers)).status).toBe(200)
  })

  test.each(['with', 'without'])(
    'a body of 16,384 bytes is accepted, one more byte is rejected with 413 (%s Content-Length)',
    async (contentLength) => {
      const app = await openTestApp(dialect)
      const bodyOf = (bytes: number) => {
        const json = JSON.stringify({ email: 'ada@example.com' })
        return json + ' '.repeat(bytes - json.length)
      }
      const request = (bytes: number) => {
        const headers = { 'content-type': 'application/json' }
        const init =
          contentLength === 'with'
            ? { headers: { ...headers, 'content-length': String(bytes) }, body: bodyOf(bytes) }
            : { headers, body: new Blob([bodyOf(bytes)]).stream(), duplex: 'half' as const }
        return app.request('/contact', { method: 'POST', ...init })
      }
      const refused = await request(16_385)
      expect(refused.status).toBe(413)
      expect(await refused.json()).toEqual({
        ok: false,
        error: { code: 'too-large', message: expect.any(String) },
      })
      expect(await app.rows()).toEqual(noRows)
      expect((await request(16_384)).status).toBe(200)
    },
  )

  test('signups in different spellings of an address give one row', async () => {
    const app = await openTestApp(dialect)
    for (const email of ['ada@bücher.example', 'ADA@BÜCHER.example', 'ada@xn--bcher-kva.EXAMPLE']) {
      expect((await app.submit({ email })).status).toBe(200)
    }
    const { subscribers } = await app.rows()
    expect(subscribers.map((row) => row.email_key)).toEqual(['ada@xn--bcher-kva.example'])
  })

  test('a filled honeypot gets the usual response, and the submission is only quarantined', async () => {
    const app = await openTestApp(dialect)
    const honest = await readResponse(
      await app.submit({ email: 'honest@example.com', website: '' }),
    )
    const website = 'https://spam.example'.padEnd(2000, '/')
    expect(await readResponse(await app.submit({ email: 'bot@example.com', website }))).toEqual(
      honest,
    )
    expect(await readResponse(await app.submit({ ...message, website }))).toEqual(honest)
    const rows = await app.rows()
    expect(rows.subscribers.map((row) => row.email)).toEqual(['honest@example.com'])
    expect(rows.messages).toEqual([])
    expect(rows.quarantine).toMatchObject([
      { kind: 'message', ...message },
      { kind: 'newsletter', email: 'bot@example.com', name: null, message: null },
    ])
  })
})
