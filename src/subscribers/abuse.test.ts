import { describe, expect, test } from 'vitest'
import { allRows, dialects } from '../../test/support/databases.ts'
import { openTestApp, readResponse } from '../../test/support/test-app.ts'

describe.each(dialects)('a client that knows only an address (%s)', (dialect) => {
  test('gets the same response to a signup in every state of the subscription', async () => {
    const app = await openTestApp(dialect)
    const responses: Awaited<ReturnType<typeof readResponse>>[] = []
    const signUp = async () =>
      responses.push(await readResponse(await app.submit({ email: 'ada@example.com' })))
    await signUp()
    await signUp()
    await app.post(await app.linkTo('ada@example.com', 'confirm'))
    const mailCount = (await app.mailsTo('ada@example.com')).length
    await signUp()
    expect(await app.statusOf('ada@example.com')).toBe('confirmed')
    expect(await app.mailsTo('ada@example.com')).toHaveLength(mailCount)
    await app.post(await app.linkTo('ada@example.com', 'unsubscribe'))
    await signUp()
    expect(responses).toHaveLength(4)
    for (const response of responses) expect(response).toEqual({ ...responses[0], status: 200 })
  })

  test('cannot cause more than three mails a day to one address', async () => {
    const app = await openTestApp(dialect)
    const spellings = ['ada@example.com', 'ADA@example.com', 'Ada@EXAMPLE.com', 'aDa@example.com']
    await Promise.all(
      [...spellings, ...spellings, ...spellings].map((email) => app.submit({ email })),
    )
    // The third is kept for a link to the data.
    expect(await app.mailsTo('ada@example.com')).toHaveLength(2)
    expect(await app.db.selectFrom('consents').select('id').execute()).toHaveLength(2)
    for (const email of spellings) await app.askForData(email)
    expect(await app.mailsTo('ada@example.com')).toHaveLength(3)
    app.passDays(0.9)
    await app.submit({ email: 'ada@example.com' })
    expect(await app.mailsTo('ada@example.com')).toHaveLength(3)
    app.passDays(0.1)
    for (const email of spellings) await app.submit({ email })
    expect(await app.mailsTo('ada@example.com')).toHaveLength(5)
    // Unsubscribing and signing up again does not reset the limit.
    await app.post(await app.linkTo('ada@example.com', 'unsubscribe'))
    await app.submit({ email: 'ada@example.com' })
    expect(await app.statusOf('ada@example.com')).toBe('pending')
    expect(await app.mailsTo('ada@example.com')).toHaveLength(5)
  })

  test('cannot hold up others with a link of its own: 20 presses and 60 views a minute', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 20 })
    await app.submit({ email: 'ada@example.com' })
    for (const kind of ['confirm', 'unsubscribe', 'not-me'] as const) {
      const link = await app.linkTo('ada@example.com', kind)
      const statuses = async (method: string, count: number) => {
        const asked = Array.from({ length: count }, () => app.request(link, { method }))
        return (await Promise.all(asked)).map(({ status }) => status)
      }
      expect(await statuses('GET', 61)).toEqual([...Array<number>(60).fill(200), 429])
      expect(await statuses('POST', 21)).toEqual([...Array<number>(20).fill(200), 429])
      const refused = await app.request(link, { method: 'POST' })
      expect(refused.headers.get('retry-after')).toBe('60')
    }
    expect((await app.submit({ email: 'neighbour@example.com' })).status).toBe(200)
  })

  test('gets the same 404 for every invalid token', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'ada@example.com' })
    await app.askForData('ada@example.com')
    const good = await Promise.all(
      (['confirm', 'unsubscribe', 'my-data', 'not-me'] as const).map((kind) =>
        app.linkTo('ada@example.com', kind),
      ),
    )
    const before = await allRows(app.db)
    const token = (path: string) => path.slice(path.lastIndexOf('/') + 1)
    const [confirmLink, ...others] = good as [string, ...string[]]
    const wrong = [
      ...changed(token(confirmLink)).map((other) => `/confirm/${other}`),
      ...others.map((other) => `/confirm/${token(other)}`),
      `/unsubscribe/${token(confirmLink)}`,
      `/not-me/${token(confirmLink)}`,
      `/my-data/${token(confirmLink)}`,
      `/my-data/${token(confirmLink)}/download`,
      '/confirm/x',
      '/unsubscribe/%00',
      `/my-data/${'A'.repeat(75)}`,
    ]
    const responses = new Map<string, string>()
    for (const path of wrong) {
      for (const method of path.endsWith('/download') ? ['GET'] : ['GET', 'POST']) {
        if (method === 'POST' && path.startsWith('/my-data')) continue
        const response = await app.request(path, { method })
        // Unique for each request.
        response.headers.delete('x-request-id')
        const headers = JSON.stringify([...response.headers])
        responses.set(`${response.status} ${headers} ${await response.text()}`, path)
      }
    }
    expect(wrong.length).toBeGreaterThan(70)
    expect([...responses.values()]).toHaveLength(1)
    expect([...responses.keys()][0]).toMatch(/^404 .*This link no longer works/s)
    expect(await allRows(app.db)).toEqual(before)
  })
})

test('pages with a token in the URL have a strict CSP, are not cached, and are logged without the token', async () => {
  const app = await openTestApp('sqlite')
  await app.submit({ email: 'ada@example.com' })
  await app.askForData('ada@example.com')
  for (const kind of ['confirm', 'unsubscribe', 'my-data', 'not-me'] as const) {
    const link = await app.linkTo('ada@example.com', kind)
    for (const path of [link, `${link.slice(0, -1)}!`, `/it${link}`]) {
      const { headers } = await app.request(path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-robots-tag')).toBe('noindex')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).toMatch(
        /script-src 'sha256-[^' ]+'; style-src/,
      )
    }
    const beyond = await app.request(`${link}/of/nothing`)
    expect(beyond.headers.get('cache-control')).toBe('no-store')
    const log = app.logLines.join('')
    expect(log).not.toContain(link.slice(link.lastIndexOf('/') + 1).slice(0, 30))
    expect(log).toContain(`"path":"/${kind}/:token"`)
    expect(log).toContain(`"path":"/it/${kind}/:token"`)
  }
})

/** The token with one character changed, for each character. signed-token.test.ts flips every bit. */
function changed(token: string): string[] {
  return Array.from(token, (character, index) =>
    [token.slice(0, index), character === 'A' ? 'B' : 'A', token.slice(index + 1)].join(''),
  )
}
