import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { noRows, openTestApp } from '../../test/support/test-app.ts'

const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }

describe.each(dialects)('names and messages (%s)', (dialect) => {
  test.each([
    ['a name of 200 characters', { name: 'n'.repeat(200) }],
    ['a name of 200 emoji, which are 400 UTF-16 units', { name: '😀'.repeat(200) }],
    ['a name in another script', { name: '山田 太郎' }],
    [
      'a name with an apostrophe, a quote and a tag',
      { name: `O'Brien "x" <b>; drop table messages` },
    ],
    ['a message of 5,000 characters', { message: 'm'.repeat(5000) }],
    ['a message of 5,000 non-ASCII characters', { message: '語'.repeat(5000) }],
    ['a message of several lines', { message: 'one\n\ntwo\nthree' }],
    ['a family in one grapheme', { message: '👩‍👩‍👧‍👦' }],
    ['a backslash, a percent sign and a zero', { message: '\\u0000 %00 \\0' }],
    ['a message with bidi marks', { message: '\u200fשלום\u200e ESG' }],
    ['a non-character', { message: '\uffff' }],
  ])('%s is stored unchanged', async (_, part) => {
    const app = await openTestApp(dialect)
    expect((await app.submit({ ...message, ...part })).status).toBe(200)
    expect((await app.rows()).messages).toMatchObject([{ ...message, ...part }])
  })

  test('leading and trailing spaces of a name or message are removed', async () => {
    const app = await openTestApp(dialect)
    const spaced = { name: ` ${'n'.repeat(200)}\u00a0`, message: `\n\n ${'m'.repeat(5000)}\r\n` }
    expect((await app.submit({ ...message, ...spaced })).status).toBe(200)
    const kept = { name: 'n'.repeat(200), message: 'm'.repeat(5000) }
    expect((await app.rows()).messages).toMatchObject([kept])
  })

  test.each([
    ['name', 'of 201 characters', 'n'.repeat(201)],
    ['name', 'of 201 emoji', '😀'.repeat(201)],
    ['name', 'with a line break', 'Ada\nBcc: eve@example.com'],
    ['name', 'with a line break at its end', 'Ada\r\n'],
    ['name', 'with a tab before it', '\tAda'],
    ['name', 'with NUL', 'A\0da'],
    ['name', 'of NUL alone', '\0'],
    ['name', 'with an escape sequence', 'A\u001b[31mda'],
    ['name', 'with DEL', 'Ada\x7f'],
    ['name', 'with a C1 control character', 'A\u0085da'],
    ['name', 'with half a surrogate pair', 'A\ud800'],
    ['name', 'with the other half of a surrogate pair', '\udc00A'],
    ['name', 'with a line separator', 'Ada\u2028Rossi'],
    ['name', 'with a paragraph separator', 'Ada\u2029'],
    ['name', 'with a bidi override', 'Ada \u202egnp.exe'],
    ['name', 'with a bidi isolate', '\u2066Ada\u2069'],
    ['name', 'with a bidi mark', 'Ada\u200f'],
    ['name', 'of a zero-width space alone', '\u200b'],
    ['name', 'of a Hangul filler and a blank braille pattern', '\u3164 \u2800'],
    ['message', 'of zero-width joiners alone', '\u200d\u200d'],
    ['message', 'of 5,001 characters', 'm'.repeat(5001)],
    ['message', 'of nothing but line breaks', '\r\n\n'],
    ['message', 'with NUL', 'Hello\0'],
    ['message', 'with a tab', 'Hello\tthere'],
    ['message', 'with a vertical tab at its end', 'Hello\v'],
    ['message', 'with a form feed', 'Hello\fthere'],
    ['message', 'with half a surrogate pair', 'Hello \udfff'],
    ['message', 'that is a list', ['Hello']],
    ['message', 'that is an object', { toString: 'Hello' }],
    ['message', 'that is true', true],
    ['email', 'at a loopback address', 'root@0x7f.1'],
    ['email', 'with NUL', 'ada\0@example.com'],
    ['email', 'with half a surrogate pair', 'ada@\ud800.example'],
    ['website', 'that is not a string', 1],
  ])('%s %s is rejected with 422', async (field, _, value) => {
    const app = await openTestApp(dialect)
    const response = await app.submit({ ...message, [field]: value })
    expect(response.status).toBe(422)
    const { error } = (await response.json()) as { error: { fields: object } }
    expect(Object.keys(error.fields)).toEqual([field])
    expect(await app.rows()).toEqual(noRows)
    expect(app.errors()).toEqual([])
  })
})
