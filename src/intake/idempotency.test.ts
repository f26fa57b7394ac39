import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { noRows, openTestApp, readResponse, testAppOn } from '../../test/support/test-app.ts'

const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
const key = { 'idempotency-key': 'once-3f2a' }

describe.each(dialects)('Idempotency-Key (%s)', (dialect) => {
  test('the same key and body give one row and the same response', async () => {
    const app = await openTestApp(dialect)
    const first = await readResponse(await app.submit(message, key))
    expect(first).toMatchObject({ status: 200, body: '{"ok":true}' })
    expect(await readResponse(await app.submit(message, key))).toEqual(first)
    expect((await app.rows()).messages).toHaveLength(1)
  })

  test('a retry over the rate limit gets the first response, and a new submission gets 429', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 1 })
    const first = await readResponse(await app.submit(message, key))
    expect(await readResponse(await app.submit(message, key))).toEqual(first)
    expect((await app.submit({ ...message, name: 'Bea' }, key)).status).toBe(429)
    expect((await app.submit(message)).status).toBe(429)
    expect((await app.rows()).messages).toHaveLength(1)
  })

  test('without a key the same message sent twice gives two rows', async () => {
    const app = await openTestApp(dialect)
    await app.submit(message)
    await app.submit(message)
    expect((await app.rows()).messages).toHaveLength(2)
  })

  test('the same key with another body is rejected with 422', async () => {
    const app = await openTestApp(dialect)
    await app.submit(message, key)
    const response = await app.submit({ ...message, message: 'Something else' }, key)
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({
      ok: false,
      error: { code: 'key-reused', message: expect.any(String) },
    })
    expect((await app.rows()).messages).toMatchObject([message])
  })

  test('twenty concurrent retries on two servers give one row and twenty times 200', async () => {
    const app = await openTestApp(dialect)
    const second = testAppOn(app.database)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? app : second).submit(message, key)),
    )
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200))
    expect((await app.rows()).messages).toHaveLength(1)
  })

  test('a key whose body was rejected can be used again', async () => {
    const app = await openTestApp(dialect)
    expect((await app.submit({ ...message, email: 'ada' }, key)).status).toBe(422)
    expect(await app.rows()).toEqual(noRows)
    expect((await app.submit(message, key)).status).toBe(200)
    expect((await app.rows()).messages).toHaveLength(1)
  })

  test('a submission with a filled honeypot, repeated with its key, is quarantined once', async () => {
    const app = await openTestApp(dialect)
    for (const _ of [1, 2]) await app.submit({ ...message, website: 'x' }, key)
    expect((await app.rows()).quarantine).toHaveLength(1)
  })

  test.each([
    ['empty', ''],
    ['with a space', 'a b'],
    ['of 256 characters', 'k'.repeat(256)],
    ['not ASCII', 'cl\u00e9'],
  ])('a key that is %s is rejected with 400', async (_, value) => {
    const app = await openTestApp(dialect)
    const response = await app.submit(message, { 'idempotency-key': value })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ ok: false, error: { code: 'malformed' } })
    expect(await app.rows()).toEqual(noRows)
  })

  test('the key is not stored, nor the body once it is processed', async () => {
    const app = await openTestApp(dialect)
    await app.submit(message, key)
    const stored = JSON.stringify(await app.db.selectFrom('submissions').selectAll().execute())
    expect(stored).not.toContain(key['idempotency-key'])
    // Not 'ada' alone: an id may contain it.
    expect(stored.toLowerCase()).not.toContain('ada@')
  })
})
