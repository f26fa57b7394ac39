import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { doorOf, nothing, openDoor, seen, sharedDoor } from '../../test/support/open-door.ts'

const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
const key = { 'idempotency-key': 'once-3f2a' }

describe.each(dialects)('Idempotency-Key (%s)', (dialect) => {
  test('the same key and body are one row and one answer', async () => {
    const door = await openDoor(dialect)
    const first = await seen(await door.send(message, key))
    expect(first).toMatchObject({ status: 200, body: '{"ok":true}' })
    expect(await seen(await door.send(message, key))).toEqual(first)
    expect((await door.rows()).messages).toHaveLength(1)
  })

  test('without a key the same message twice is two rows', async () => {
    const door = await openDoor(dialect)
    await door.send(message)
    await door.send(message)
    expect((await door.rows()).messages).toHaveLength(2)
  })

  test('the same key with another body is refused with 422', async () => {
    const door = await openDoor(dialect)
    await door.send(message, key)
    const answer = await door.send({ ...message, message: 'Something else' }, key)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({
      ok: false,
      error: { code: 'key-reused', message: expect.any(String) },
    })
    expect((await door.rows()).messages).toMatchObject([message])
  })

  test('twenty at once, at two doors, are one row and twenty times ok', async () => {
    const door = await openDoor(dialect)
    const second = doorOf(door.database)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? door : second).send(message, key)),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect((await door.rows()).messages).toHaveLength(1)
  })

  test('a key whose body was refused can be used again', async () => {
    const door = await openDoor(dialect)
    expect((await door.send({ ...message, email: 'ada' }, key)).status).toBe(422)
    expect(await door.rows()).toEqual(nothing)
    expect((await door.send(message, key)).status).toBe(200)
    expect((await door.rows()).messages).toHaveLength(1)
  })

  test('a trapped submission repeated with its key is quarantined once', async () => {
    const door = await openDoor(dialect)
    for (const _ of [1, 2]) await door.send({ ...message, website: 'x' }, key)
    expect((await door.rows()).quarantine).toHaveLength(1)
  })

  test.each([
    ['empty', ''],
    ['with a space', 'a b'],
    ['of 256 characters', 'k'.repeat(256)],
    ['not ASCII', 'cl\u00e9'],
  ])('a key that is %s is refused with 400', async (_, value) => {
    const door = await sharedDoor(dialect)
    const answer = await door.send(message, { 'idempotency-key': value })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'malformed' } })
    expect(await door.rows()).toEqual(nothing)
  })

  test('neither the key nor the body can be read back from what is kept', async () => {
    const door = await openDoor(dialect)
    await door.send(message, key)
    const kept = JSON.stringify((await door.rows()).keys)
    expect(kept).not.toContain(key['idempotency-key'])
    expect(kept).not.toContain('ada')
  })
})
