import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { nothing, openTestApp, seen, testAppOn } from '../../test/support/test-app.ts'

const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
const key = { 'idempotency-key': 'once-3f2a' }

describe.each(dialects)('Idempotency-Key (%s)', (dialect) => {
  test('the same key and body are one row and one answer', async () => {
    const app = await openTestApp(dialect)
    const first = await seen(await app.submit(message, key))
    expect(first).toMatchObject({ status: 200, body: '{"ok":true}' })
    expect(await seen(await app.submit(message, key))).toEqual(first)
    expect((await app.rows()).messages).toHaveLength(1)
  })

  test('who is over the limit gets the same answer again, and nothing new', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 1 })
    const first = await seen(await app.submit(message, key))
    expect(await seen(await app.submit(message, key))).toEqual(first)
    expect((await app.submit({ ...message, name: 'Bea' }, key)).status).toBe(429)
    expect((await app.submit(message)).status).toBe(429)
    expect((await app.rows()).messages).toHaveLength(1)
  })

  test('without a key the same message twice is two rows', async () => {
    const app = await openTestApp(dialect)
    await app.submit(message)
    await app.submit(message)
    expect((await app.rows()).messages).toHaveLength(2)
  })

  test('the same key with another body is refused with 422', async () => {
    const app = await openTestApp(dialect)
    await app.submit(message, key)
    const answer = await app.submit({ ...message, message: 'Something else' }, key)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({
      ok: false,
      error: { code: 'key-reused', message: expect.any(String) },
    })
    expect((await app.rows()).messages).toMatchObject([message])
  })

  test('twenty at once, at two servers, are one row and twenty times ok', async () => {
    const app = await openTestApp(dialect)
    const second = testAppOn(app.database)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? app : second).submit(message, key)),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect((await app.rows()).messages).toHaveLength(1)
  })

  test('a key whose body was refused can be used again', async () => {
    const app = await openTestApp(dialect)
    expect((await app.submit({ ...message, email: 'ada' }, key)).status).toBe(422)
    expect(await app.rows()).toEqual(nothing)
    expect((await app.submit(message, key)).status).toBe(200)
    expect((await app.rows()).messages).toHaveLength(1)
  })

  test('a trapped submission repeated with its key is quarantined once', async () => {
    const app = await openTestApp(dialect)
    for (const _ of [1, 2]) await app.submit({ ...message, website: 'x' }, key)
    expect((await app.rows()).quarantine).toHaveLength(1)
  })

  test.each([
    ['empty', ''],
    ['with a space', 'a b'],
    ['of 256 characters', 'k'.repeat(256)],
    ['not ASCII', 'cl\u00e9'],
  ])('a key that is %s is refused with 400', async (_, value) => {
    const app = await openTestApp(dialect)
    const answer = await app.submit(message, { 'idempotency-key': value })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'malformed' } })
    expect(await app.rows()).toEqual(nothing)
  })

  test('stores neither the key nor, once processed, anything of the body', async () => {
    const app = await openTestApp(dialect)
    await app.submit(message, key)
    const stored = JSON.stringify(await app.db.selectFrom('submissions').selectAll().execute())
    expect(stored).not.toContain(key['idempotency-key'])
    expect(stored.toLowerCase()).not.toContain('ada')
  })
})
