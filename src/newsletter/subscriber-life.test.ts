import { describe, expect, test } from 'vitest'
import { allRows } from '../../test/support/all-rows.ts'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'

const oneClick = {
  body: 'List-Unsubscribe=One-Click',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://mail.example' },
}

describe.each(dialects)('a subscriber on %s', (dialect) => {
  test('signs up, confirms, leaves, and must confirm again to come back', async () => {
    const house = await openTestApp(dialect)
    await house.submit({ email: 'Ada@Example.com' })
    expect(await house.statusOf('ada@example.com')).toBe('pending')
    const first = await house.linkTo('ada@example.com', 'confirm')
    expect((await house.mailsTo('ada@example.com'))[0]).toMatchObject({
      kind: 'confirm-signup',
      to: 'Ada@example.com',
      status: 'queued',
    })

    expect((await house.post(first)).status).toBe(200)
    expect(await house.statusOf('ada@example.com')).toBe('confirmed')
    expect((await house.post(first)).status).toBe(200)
    expect(await house.statusOf('ada@example.com')).toBe('confirmed')

    const leave = await house.linkTo('ada@example.com', 'unsubscribe')
    expect((await house.post(leave)).status).toBe(200)
    expect(await house.statusOf('ada@example.com')).toBe('unsubscribed')
    expect((await house.post(first)).status).toBe(404)
    expect(await house.statusOf('ada@example.com')).toBe('unsubscribed')

    house.passDays(0.1)
    await house.submit({ email: 'ada@example.com' })
    expect(await house.statusOf('ada@example.com')).toBe('pending')
    expect((await house.post(first)).status).toBe(404)
    expect(await house.statusOf('ada@example.com')).toBe('pending')
    const second = await house.linkTo('ada@example.com', 'confirm')
    expect(second).not.toBe(first)
    expect((await house.post(second)).status).toBe(200)
    expect(await house.statusOf('ada@example.com')).toBe('confirmed')
    await house.post(leave)
    expect(await house.statusOf('ada@example.com')).toBe('unsubscribed')
  })

  test('may answer any of the letters that one signup brought', async () => {
    const house = await openTestApp(dialect)
    await house.submit({ email: 'ada@example.com' })
    const first = await house.linkTo('ada@example.com', 'confirm')
    house.passDays(1)
    await house.submit({ email: 'ada@example.com' })
    expect((await house.post(first)).status).toBe(200)
    expect(await house.statusOf('ada@example.com')).toBe('confirmed')
    const second = await house.linkTo('ada@example.com', 'confirm')
    expect((await house.post(second)).status).toBe(200)
  })

  test('is not moved by a scanner that opens every link by GET and HEAD', async () => {
    const house = await openTestApp(dialect)
    await house.submit({ email: 'ada@example.com' })
    await house.submit({ name: 'Ada', email: 'ada@example.com', message: 'Hello' })
    await house.post('/my-data', new URLSearchParams({ email: 'ada@example.com' }))
    const before = await allRows(house.db)
    const mails = await house.mailsTo('ada@example.com')
    const texts = mails.map(({ text }) => text).join('\n')
    const links = new Set(texts.match(/https:\/\/www\.example\.com\/[\w/-]+/g))
    const dataLink = await house.linkTo('ada@example.com', 'my-data')
    const paths = [...links].map((link) => new URL(link).pathname)
    expect(paths.filter((path) => /^\/(?:confirm|unsubscribe|my-data)\//.test(path))).toHaveLength(
      3,
    )
    for (const path of [...paths, `${dataLink}/erase`, `${dataLink}/download`]) {
      for (const method of ['GET', 'HEAD']) {
        const response = await house.app.request(path, { method })
        expect([path, response.status]).toEqual([path, 200])
        // Speculation rules do not run, and name no page but those of the navigation.
        expect(await response.text()).not.toMatch(/<script(?! type="speculationrules")/)
      }
    }
    for (const action of ['correct', 'object', 'allow']) {
      expect((await house.app.request(`${dataLink}/${action}`)).status).toBe(404)
    }
    expect(await allRows(house.db)).toEqual(before)
  })

  test('leaves by one click of the mail program, without cookie, origin or redirect', async () => {
    const house = await openTestApp(dialect)
    await house.submit({ email: 'ada@example.com' })
    await house.post(await house.linkTo('ada@example.com', 'confirm'))
    const path = await house.linkTo('ada@example.com', 'unsubscribe')
    for (let time = 0; time < 2; time += 1) {
      const response = await house.post(path, oneClick.body, oneClick.headers)
      expect(response.status).toBe(200)
      expect(response.headers.get('location')).toBeNull()
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await house.statusOf('ada@example.com')).toBe('unsubscribed')
    }
    house.passDays(36_500)
    expect((await house.post(path, oneClick.body, oneClick.headers)).status).toBe(200)
  })

  test('gets one calm answer at the unsubscribe link after the row is gone', async () => {
    const house = await openTestApp(dialect)
    await house.submit({ email: 'ada@example.com' })
    const leave = await house.linkTo('ada@example.com', 'unsubscribe')
    await house.db.deleteFrom('subscribers').execute()
    expect((await house.app.request(leave)).status).toBe(200)
    expect(await (await house.post(leave)).text()).toContain('You are unsubscribed.')
  })

  test('confirms within seven days and not later, whatever the clock did between', async () => {
    const house = await openTestApp(dialect)
    await house.submit({ email: 'ada@example.com' })
    const link = await house.linkTo('ada@example.com', 'confirm')
    house.passDays(-400)
    expect((await house.app.request(link)).status).toBe(200)
    house.passDays(400 + 7)
    expect((await house.app.request(link)).status).toBe(404)
    expect((await house.post(link)).status).toBe(404)
    expect(await house.statusOf('ada@example.com')).toBe('pending')
    house.passDays(-0.001)
    expect((await house.post(link)).status).toBe(200)
    expect(await house.statusOf('ada@example.com')).toBe('confirmed')
  })
})
