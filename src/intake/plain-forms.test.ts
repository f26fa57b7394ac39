import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { noRows, openTestApp, readResponse } from '../../test/support/test-app.ts'

const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello\r\nthere', website: '' }
const signup = { email: 'ada@example.com', website: '' }
const tooLong = 'x'.repeat(50_000)

describe.each(dialects)('a form sent without JavaScript (%s)', (dialect) => {
  test.each([
    ['a signup', signup, '/newsletter/thanks'],
    ['a message', message, '/contact/thanks'],
    ['a signup with a filled honeypot', { ...signup, website: 'x' }, '/newsletter/thanks'],
    ['a message with a filled honeypot', { ...message, website: 'x' }, '/contact/thanks'],
    ['a signup with a wrong address', { ...signup, email: 'ada' }, '/newsletter/invalid'],
    ['a signup without an address', { ...signup, email: '' }, '/newsletter/invalid'],
    ['a message with a wrong address', { ...message, email: 'ada' }, '/contact'],
    ['a message over the size limit', { ...message, message: tooLong }, '/contact'],
    ['a message without text', { ...signup, name: 'Ada' }, '/contact'],
    ['a message without text and address', { name: 'Ada' }, '/contact'],
    ['a signup with an unknown field', { ...signup, phone: '1' }, '/#newsletter'],
  ])('%s redirects to $2', async (_, fields, page) => {
    const app = await openTestApp(dialect)
    const response = await app.submitForm(fields)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(page)
    expect(await response.text()).toBe('')
  })

  test.each([
    ['a message with a wrong address', { ...message, email: 'ada' }, '/not-sent'],
    ['a message over the size limit', { ...message, message: tooLong }, '/not-sent'],
    ['a signup with an unknown field', { ...signup, phone: '1' }, '/not-sent'],
    ['a signup with a wrong address', { ...signup, email: 'ada' }, '/newsletter/invalid'],
  ])('with the failure notice on, %s redirects to $2', async (_, fields, page) => {
    const app = await openTestApp(dialect, { showFailureNotice: true })
    expect((await app.submitForm(fields)).headers.get('location')).toBe(page)
    expect(await app.rows()).toEqual(noRows)
  })

  test('a signup over the rate limit redirects back to the form and is not stored', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 1 })
    await app.submitForm(signup)
    const response = await app.submitForm({ ...signup, email: 'eve@example.com' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/#newsletter'])
    expect((await app.rows()).subscribers).toHaveLength(1)
  })

  test('typed text is stored unchanged, except for tabs, which become spaces', async () => {
    const app = await openTestApp(dialect)
    await app.submitForm({
      ...message,
      name: 'Ada\tLovelace',
      message: 'À propos:\r\n1\t2 & 100% +',
    })
    expect(await app.rows()).toMatchObject({
      ...noRows,
      messages: [{ name: 'Ada Lovelace', message: 'À propos:\n1 2 & 100% +' }],
    })
  })

  test('a message of 5,000 non-ASCII characters is stored in full', async () => {
    const app = await openTestApp(dialect)
    const written = '请'.repeat(5000)
    expect(
      (await app.submitForm({ ...message, name: '名'.repeat(200), message: written })).status,
    ).toBe(303)
    expect((await app.rows()).messages).toMatchObject([{ message: written }])
  })

  test.each([
    ['a repeated field', 'email=ada%40example.com&email=eve%40example.com'],
    ['a byte order mark', '\ufeffemail=ada%40example.com'],
    ['invalid UTF-8', 'name=A%FFda&email=ada%40example.com&message=Hello'],
    ['NUL', 'name=A%00da&email=ada%40example.com&message=Hello'],
    ['half a surrogate pair', 'name=A%ED%A0%80&email=ada%40example.com&message=Hello'],
    ['__proto__', '__proto__=1&email=ada%40example.com'],
  ])('a form with %s is not stored', async (_, body) => {
    const app = await openTestApp(dialect)
    const response = await app.submitBody(body, {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(response.status).toBe(303)
    expect(['/contact', '/#newsletter']).toContain(response.headers.get('location'))
    expect(await app.rows()).toEqual(noRows)
  })

  test('a pending and a confirmed address get the same response', async () => {
    const app = await openTestApp(dialect)
    const first = await readResponse(await app.submitForm(signup))
    await app.db.updateTable('subscribers').set({ status: 'confirmed' }).execute()
    expect(await readResponse(await app.submitForm(signup))).toEqual(first)
  })
})
