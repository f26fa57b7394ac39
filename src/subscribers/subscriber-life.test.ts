import { describe, expect, test } from 'vitest'
import { allRows, dialects } from '../../test/support/databases.ts'
import { testSecret } from '../../test/support/open-outbox.ts'
import { confirmedPage, openTestApp, testAppOn } from '../../test/support/test-app.ts'
import { confirm } from './confirm.ts'
import { unsubscribe } from './unsubscribe.ts'

const oneClick = {
  body: 'List-Unsubscribe=One-Click',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://mail.example' },
}

describe.each(dialects)('a subscriber on %s', (dialect) => {
  test('signs up, confirms, unsubscribes, and must confirm again to come back', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'Ada@Example.com' })
    expect(await app.statusOf('ada@example.com')).toBe('pending')
    const first = await app.linkTo('ada@example.com', 'confirm')
    expect((await app.mailsTo('ada@example.com'))[0]).toMatchObject({
      kind: 'confirm-signup',
      to: 'Ada@example.com',
      status: 'queued',
    })

    expect((await app.post(first)).status).toBe(200)
    expect(await app.statusOf('ada@example.com')).toBe('confirmed')
    const confirmed = await allRows(app.db)
    app.passDays(0.1)
    expect((await app.post(first)).status).toBe(200)
    expect(await allRows(app.db)).toEqual(confirmed)

    const leave = await app.linkTo('ada@example.com', 'unsubscribe')
    expect((await app.post(leave)).status).toBe(200)
    expect(await app.statusOf('ada@example.com')).toBe('unsubscribed')
    expect((await app.post(first)).status).toBe(404)
    expect(await app.statusOf('ada@example.com')).toBe('unsubscribed')

    app.passDays(0.1)
    await app.submit({ email: 'ada@example.com' })
    expect(await app.statusOf('ada@example.com')).toBe('pending')
    expect((await app.post(first)).status).toBe(404)
    expect(await app.statusOf('ada@example.com')).toBe('pending')
    const second = await app.linkTo('ada@example.com', 'confirm')
    expect(second).not.toBe(first)
    expect((await app.post(second)).status).toBe(200)
    const { subscribers } = await app.rows()
    expect(subscribers).toMatchObject([{ status: 'confirmed', unsubscribed_at: null }])
    await app.post(leave)
    expect(await app.statusOf('ada@example.com')).toBe('unsubscribed')
  })

  test('keeps spelling and end of a subscription when somebody else signs up the same address', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'Ada@example.com' })
    await app.submit({ email: 'ADA@example.com' })
    await app.post(await app.linkTo('ada@example.com', 'confirm'))
    const leave = await app.linkTo('ada@example.com', 'unsubscribe')
    await app.post(leave)
    const ended = (await app.rows()).subscribers[0]!
    app.passDays(1)
    await app.submit({ email: 'aDa@example.com' })
    app.passDays(1)
    await app.post(leave)
    const { email, unsubscribed_at } = (await app.rows()).subscribers[0]!
    expect([email, unsubscribed_at]).toEqual(['Ada@example.com', ended.unsubscribed_at])
    const consents = app.db.selectFrom('consents').select('withdrawn_at').orderBy('withdrawn_at')
    expect((await consents.execute()).map((row) => row.withdrawn_at)).toEqual([
      ended.unsubscribed_at,
      ended.unsubscribed_at,
      app.settings.clock().toISOString(),
    ])
  })

  test('can confirm by any of the confirmation mails of one signup', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'ada@example.com' })
    const first = await app.linkTo('ada@example.com', 'confirm')
    app.passDays(1)
    await app.submit({ email: 'ada@example.com' })
    const second = await app.linkTo('ada@example.com', 'confirm')
    expect(second).not.toBe(first)
    expect((await app.post(first)).status).toBe(200)
    expect(await app.statusOf('ada@example.com')).toBe('confirmed')
    expect((await app.post(second)).status).toBe(200)
  })

  test('gets no confirmation mail for a signup that ended or was confirmed meanwhile', async () => {
    const app = await openTestApp(dialect)
    const { db, settings } = app
    const newest = () =>
      db.selectFrom('consents').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    await app.submit({ email: 'ada@example.com' })
    await unsubscribe(db, (await newest()).subscriber_id, settings.clock())
    await app.submit({ email: 'ada@example.com' })
    expect(await app.mailsTo('ada@example.com')).toHaveLength(1)
    const { id } = await newest()
    await app.submit({ email: 'ada@example.com' })
    await confirm(db, id, confirmedPage, settings.clock())
    expect(await app.mailsTo('ada@example.com')).toHaveLength(1)
  })

  test('has links that work after a change of SECRET if the previous secret is given', async () => {
    const before = await openTestApp(dialect)
    await before.submit({ email: 'ada@example.com' })
    await before.askForData('ada@example.com')
    const secret = 'another secret of at least 32 characters'
    const { settings } = before
    const changed = testAppOn(before.database, { ...settings, secret })
    const after = testAppOn(before.database, { ...settings, secret, previousSecret: testSecret })
    for (const kind of ['my-data', 'confirm', 'unsubscribe'] as const) {
      const link = await before.linkTo('ada@example.com', kind)
      expect((await changed.request(link)).status).toBe(404)
      expect((await after.request(link)).status).toBe(200)
    }
  })

  test('is not changed by a scanner that opens every link with GET and HEAD', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'ada@example.com' })
    await app.submit({ name: 'Ada', email: 'ada@example.com', message: 'Hello' })
    await app.askForData('ada@example.com')
    const before = await allRows(app.db)
    const mails = await app.mailsTo('ada@example.com')
    const texts = mails.map(({ text }) => text).join('\n')
    const links = new Set(texts.match(/https:\/\/www\.example\.com\/[\w/-]+/g))
    const dataLink = await app.linkTo('ada@example.com', 'my-data')
    const paths = [...links].map((link) => new URL(link).pathname)
    expect(paths.filter((path) => /^\/(?:confirm|not-me|my-data)\//.test(path))).toHaveLength(3)
    for (const path of [...paths, `${dataLink}/erase`, `${dataLink}/download`]) {
      for (const method of ['GET', 'HEAD']) {
        const response = await app.request(path, { method })
        expect([path, response.status]).toEqual([path, 200])
        // A public page with the menu script and without a token.
        if (path === '/privacy') continue
        // Speculation rules run no code, and name only pages of the navigation.
        expect(await response.text()).not.toMatch(/<script(?! type="speculationrules")/)
      }
    }
    for (const action of ['no-more-email', 'allow-email']) {
      expect((await app.request(`${dataLink}/${action}`)).status).toBe(404)
    }
    // The daily count of opened pages may change: it holds no personal data.
    const { funnel, ...after } = await allRows(app.db)
    expect({ ...after, funnel: funnel!.filter((row) => !row.includes('opened')) }).toEqual(before)
  })

  test('unsubscribes by one click in the mail program, without cookie, origin or redirect', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'ada@example.com' })
    await app.post(await app.linkTo('ada@example.com', 'confirm'))
    const path = await app.linkTo('ada@example.com', 'unsubscribe')
    for (let time = 0; time < 2; time += 1) {
      const response = await app.post(path, oneClick.body, oneClick.headers)
      expect(response.status).toBe(200)
      expect(response.headers.get('location')).toBeNull()
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await app.statusOf('ada@example.com')).toBe('unsubscribed')
    }
    app.passDays(36_500)
    expect((await app.post(path, oneClick.body, oneClick.headers)).status).toBe(200)
  })

  test('gets 200 from the unsubscribe link after the row was deleted', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'ada@example.com' })
    const leave = await app.linkTo('ada@example.com', 'unsubscribe')
    for (const _ of [1, 2]) {
      expect(await (await app.post(leave)).text()).toMatch(/unsubscribed<\/h1>/)
    }
    await app.db.deleteFrom('subscribers').execute()
    expect((await app.request(leave)).status).toBe(200)
    await app.submit({ email: 'ada@example.com' })
    const response = await app.post(leave)
    expect(response.status).toBe(200)
    // The old link does not end her new signup.
    expect(await response.text()).toContain('This subscription has already ended')
  })

  test('can confirm within seven days and not later, even if the clock is changed meanwhile', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'ada@example.com' })
    const link = await app.linkTo('ada@example.com', 'confirm')
    app.passDays(-400)
    expect((await app.request(link)).status).toBe(200)
    app.passDays(400 + 7)
    expect((await app.request(link)).status).toBe(404)
    expect((await app.post(link)).status).toBe(404)
    expect(await app.statusOf('ada@example.com')).toBe('pending')
    app.passDays(-0.001)
    expect((await app.post(link)).status).toBe(200)
    expect(await app.statusOf('ada@example.com')).toBe('confirmed')
  })
})
