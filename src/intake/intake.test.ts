import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { nothing, openDoor, seen, sharedDoor } from '../../test/support/open-door.ts'

const message = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello' }

describe.each(dialects)('the door (%s)', (dialect) => {
  test('an address alone is a newsletter signup', async () => {
    const door = await openDoor(dialect)
    const answer = await door.send({ email: 'Ada@Example.COM' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await answer.text()).toBe('{"ok":true}')
    const rows = await door.rows()
    expect(rows).toMatchObject({
      ...nothing,
      subscribers: [{ email: 'Ada@example.com', email_key: 'ada@example.com', status: 'pending' }],
    })
    expect(rows.subscribers[0]!.asked_at).toBe('2026-03-01T12:00:30.000Z')
  })

  test('name, address and message are a contact message', async () => {
    const door = await openDoor(dialect)
    const answer = await door.send({ ...message, message: ' Two\r\nlines\rand a third ' })
    expect(await answer.text()).toBe('{"ok":true}')
    expect(await door.rows()).toMatchObject({
      ...nothing,
      messages: [{ ...message, message: 'Two\nlines\nand a third' }],
    })
  })

  test.each([
    ['name without the rest', { name: 'Ada' }, ['email', 'message']],
    ['message without the rest', { message: 'Hello' }, ['email', 'name']],
    ['no address', { name: 'Ada', message: 'Hello' }, ['email']],
    ['nothing at all', {}, ['email']],
    ['a wrong address', { email: 'ada' }, ['email']],
    ['an address that is no text', { email: 7 }, ['email']],
    ['null', { ...message, name: null }, ['name']],
    ['a name of spaces', { ...message, name: '   ' }, ['name']],
    ['an unknown field', { email: 'ada@example.com', phone: '1' }, ['phone']],
    ['an unknown field in a message', { ...message, subject: 'Hi' }, ['subject']],
    ['a constructor', { email: 'ada@example.com', constructor: 1 }, ['constructor']],
  ])('%s is refused with 422 and the fields are named', async (_, body, fields) => {
    const door = await sharedDoor(dialect)
    const answer = await door.send(body)
    expect(answer.status).toBe(422)
    const told = (await answer.json()) as { error: { fields: object } }
    expect(told).toEqual({
      ok: false,
      error: {
        code: 'wrong-field',
        message: expect.any(String),
        fields: expect.any(Object),
      },
    })
    expect(Object.keys(told.error.fields).toSorted()).toEqual(fields)
    expect(await door.rows()).toEqual(nothing)
  })

  test('__proto__ is one more unknown field, and pollutes nothing', async () => {
    const door = await sharedDoor(dialect)
    const answer = await door.post('{"email":"ada@example.com","__proto__":{"website":"x"}}')
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('"fields":{"__proto__":')
    expect(await door.rows()).toEqual(nothing)
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
    ['a nest of 8,000 brackets', `{"email":${'['.repeat(8000)}`],
  ])('%s is refused with 400', async (_, body) => {
    const door = await sharedDoor(dialect)
    const answer = await door.post(body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      ok: false,
      error: { code: 'malformed', message: expect.any(String) },
    })
    expect(await door.rows()).toEqual(nothing)
    expect(door.errors).toEqual([])
  })

  test.each(['email', '\\u0065mail'])(
    'of a key that stands twice the last counts',
    async (again) => {
      const door = await openDoor(dialect)
      const answer = await door.post(`{"email":"ada@example.com","${again}":"eve@example.com"}`)
      expect(answer.status).toBe(200)
      const { subscribers } = await door.rows()
      expect(subscribers.map(({ email }) => email)).toEqual(['eve@example.com'])
    },
  )

  test('a nest of 8,000 lists and a huge number are wrong fields, not crashes', async () => {
    const door = await sharedDoor(dialect)
    const nest = `{"email":${'['.repeat(8000)}${']'.repeat(8000)}}`
    expect((await door.post(nest)).status).toBe(422)
    expect((await door.post(`{"email":1${'0'.repeat(400)}}`)).status).toBe(422)
    expect(await door.rows()).toEqual(nothing)
  })

  test.each([
    ['no type', undefined],
    ['plain text', 'text/plain'],
    ['multipart', 'multipart/form-data; boundary=x'],
    ['a type that only begins like JSON', 'application/jsonp'],
  ])('%s is refused with 415', async (_, type) => {
    const door = await sharedDoor(dialect)
    const body = new TextEncoder().encode('{"email":"ada@example.com"}')
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const answer = await door.app.request('/contact', { method: 'POST', headers, body })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toEqual({
      ok: false,
      error: { code: 'wrong-type', message: expect.any(String) },
    })
    expect(await door.rows()).toEqual(nothing)
  })

  test('the type may be written in capitals and with a charset', async () => {
    const door = await openDoor(dialect)
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await door.send({ email: 'ada@example.com' }, headers)).status).toBe(200)
  })

  test.each(['with', 'without'])(
    'a body of 16,384 bytes passes, one more is refused with 413 (%s its length told)',
    async (lengthTold) => {
      const door = await openDoor(dialect)
      const bodyOf = (bytes: number) => {
        const json = JSON.stringify({ email: 'ada@example.com' })
        return json + ' '.repeat(bytes - json.length)
      }
      const request = (bytes: number) => {
        const headers = { 'content-type': 'application/json' }
        const init =
          lengthTold === 'with'
            ? { headers: { ...headers, 'content-length': String(bytes) }, body: bodyOf(bytes) }
            : { headers, body: new Blob([bodyOf(bytes)]).stream(), duplex: 'half' as const }
        return door.app.request('/contact', { method: 'POST', ...init })
      }
      const refused = await request(16_385)
      expect(refused.status).toBe(413)
      expect(await refused.json()).toEqual({
        ok: false,
        error: { code: 'too-large', message: expect.any(String) },
      })
      expect(await door.rows()).toEqual(nothing)
      expect((await request(16_384)).status).toBe(200)
    },
  )

  test('a new, a pending, a confirmed and an unsubscribed address get the same bytes', async () => {
    const door = await openDoor(dialect)
    const signUp = async () => seen(await door.send({ email: 'ada@example.com' }))
    const answers = [await signUp(), await signUp()]
    for (const status of ['confirmed', 'unsubscribed'] as const) {
      await door.database.db.updateTable('subscribers').set({ status }).execute()
      answers.push(await signUp())
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]!.status).toBe(200)
  })

  test('one person has one row, however the address is written', async () => {
    const door = await openDoor(dialect)
    for (const email of ['ada@bücher.example', 'ADA@BÜCHER.example', 'ada@xn--bcher-kva.EXAMPLE']) {
      expect((await door.send({ email })).status).toBe(200)
    }
    const { subscribers } = await door.rows()
    expect(subscribers.map((row) => row.email_key)).toEqual(['ada@xn--bcher-kva.example'])
  })

  test('a filled trap is answered like any other, and only quarantined', async () => {
    const door = await openDoor(dialect)
    const honest = await seen(await door.send({ email: 'honest@example.com', website: '' }))
    const website = 'https://spam.example'
    expect(await seen(await door.send({ email: 'bot@example.com', website }))).toEqual(honest)
    expect(await seen(await door.send({ ...message, website }))).toEqual(honest)
    const rows = await door.rows()
    expect(rows.subscribers.map((row) => row.email)).toEqual(['honest@example.com'])
    expect(rows.messages).toEqual([])
    expect(rows.quarantine).toMatchObject([
      { kind: 'message', ...message },
      { kind: 'newsletter', email: 'bot@example.com', name: null, message: null },
    ])
  })
})
