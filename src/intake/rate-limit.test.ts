import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp, type TestApp, testAppOn } from '../../test/support/test-app.ts'

const here = '192.0.2.1'
let serial = 0

function signUp(app: TestApp, socketAddress = here, headers: Record<string, string> = {}) {
  serial += 1
  const body = JSON.stringify({ email: `person-${serial}@example.com` })
  const asked = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  return app.request('/contact', { ...asked, body }, socketAddress)
}

async function statuses(answers: Promise<Response>[]) {
  return (await Promise.all(answers)).map((answer) => answer.status).toSorted((a, b) => a - b)
}

describe.each(dialects)('the rate limit (%s)', (dialect) => {
  test('one over the limit is refused with 429 and told when to come back', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 2 })
    expect(await statuses([signUp(app), signUp(app)])).toEqual([200, 200])
    const answer = await signUp(app)
    expect(answer.status).toBe(429)
    // The clock stands at half a minute.
    expect(answer.headers.get('retry-after')).toBe('30')
    expect(await answer.json()).toEqual({
      ok: false,
      error: { code: 'too-many', message: expect.any(String) },
    })
    expect((await app.rows()).subscribers).toHaveLength(2)
  })

  test('it holds for each client apart', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 1 })
    expect((await signUp(app)).status).toBe(200)
    expect((await signUp(app)).status).toBe(429)
    expect((await signUp(app, '192.0.2.2')).status).toBe(200)
  })

  test('the next minute is a new one, also after the clock was set back', async () => {
    let now = new Date('2026-03-01T12:00:59.999Z')
    const app = await openTestApp(dialect, { submissionsPerMinute: 1, clock: () => now })
    await signUp(app)
    const refused = await signUp(app)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    now = new Date('2026-03-01T12:01:00.000Z')
    expect((await signUp(app)).status).toBe(200)
    expect((await signUp(app)).status).toBe(429)
    now = new Date('2026-03-01T11:00:00.000Z')
    expect((await signUp(app)).status).toBe(200)
  })

  test('two servers on one database share one count, also at once', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 5 })
    const second = testAppOn(app.database, { submissionsPerMinute: 5 })
    const answers = Array.from({ length: 12 }, (_, index) => signUp(index % 2 ? app : second))
    expect(await statuses(answers)).toEqual([...Array(5).fill(200), ...Array(7).fill(429)])
    expect((await app.rows()).subscribers).toHaveLength(5)
  })

  test('a server that is late at the turn of a minute or a day does not begin the count anew', async () => {
    let now = new Date('2026-03-02T00:00:00.000Z')
    const app = await openTestApp(dialect, { submissionsPerMinute: 1, clock: () => now })
    const late = testAppOn(app.database, {
      submissionsPerMinute: 1,
      clock: () => new Date('2026-03-01T23:59:59.999Z'),
    })
    expect((await signUp(app)).status).toBe(200)
    expect((await signUp(late)).status).toBe(429)
    expect((await signUp(app)).status).toBe(429)
    now = new Date('2026-03-02T00:01:00.000Z')
    expect((await signUp(app)).status).toBe(200)
    // Two clients of one network.
    expect((await signUp(app, '2001:db8:0:1::1')).status).toBe(200)
    expect((await signUp(late, '2001:db8:0:2::1')).status).toBe(200)
    const { db } = app.database
    const counts = await db.selectFrom('rate_limits').select('count').orderBy('count').execute()
    expect(counts.map(({ count }) => count)).toEqual([1, 1, 1, 2, 2])
  })

  test('what one client sends in vain does not use up the day of its network', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 1 })
    for (let count = 0; count < 60; count++) await signUp(app, '2001:db8:0:1::1')
    expect((await signUp(app, '2001:db8:0:2::1')).status).toBe(200)
  })

  test('0 switches it off', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 0 })
    const answers = Array.from({ length: 30 }, () => signUp(app))
    expect(await statuses(answers)).toEqual(Array(30).fill(200))
    expect(await app.db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
  })

  test('a wrong field counts, so that guessing is slow too', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 1 })
    expect((await app.submit({ email: 'ada' })).status).toBe(422)
    expect((await signUp(app, '127.0.0.1')).status).toBe(429)
  })

  test('one IPv6 customer, who has a whole /64, is one client', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 1 })
    expect((await signUp(app, '2001:db8:1:2::1')).status).toBe(200)
    expect((await signUp(app, '2001:db8:1:2:ffff:ffff:ffff:ffff')).status).toBe(429)
    expect((await signUp(app, '2001:db8:1:3::1')).status).toBe(200)
  })

  test('a network that has many of them has a bound a day, and is told when the next begins', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 1 })
    const fromMany = Array.from({ length: 51 }, (_, index) =>
      signUp(app, `2001:db8:1:${index.toString(16)}::1`),
    )
    expect(await statuses(fromMany)).toEqual([...Array(50).fill(200), 429])
    const refused = await signUp(app, '2001:db8:1:ffff::1')
    // It is half a minute past noon.
    expect(refused.headers.get('retry-after')).toBe(String(12 * 3600 - 30))
    expect((await signUp(app, '2001:db8:2::1')).status).toBe(200)
    app.passDays(0.5)
    expect((await signUp(app, '2001:db8:1:ffff::1')).status).toBe(200)
  })

  test('without a proxy in front, X-Forwarded-For is ignored', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 1, trustedProxies: 0 })
    expect((await signUp(app, here, { 'x-forwarded-for': '1.1.1.1' })).status).toBe(200)
    expect((await signUp(app, here, { 'x-forwarded-for': '2.2.2.2' })).status).toBe(429)
  })

  test('behind two proxies the second entry from the right is the client', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 1, trustedProxies: 2 })
    const from = (entries: string) => signUp(app, here, { 'x-forwarded-for': entries })
    expect((await from('9.9.9.1, 1.1.1.1, 10.0.0.1')).status).toBe(200)
    expect((await from('9.9.9.2, 1.1.1.1, 10.0.0.2')).status).toBe(429)
    expect((await from('9.9.9.1, 2.2.2.2, 10.0.0.1')).status).toBe(200)
  })

  test('no address of a client is kept', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 1 })
    await signUp(app)
    const kept = await app.db.selectFrom('rate_limits').selectAll().execute()
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toContain(here)
  })
})
