import { expect, test } from 'vitest'
import { openConsole, signIn } from '../../../test/support/open-console.ts'

test('the link opens the console once, for one browser', async () => {
  const { ask, path } = await openConsole('sqlite')
  // Neither a preview nor a prefetch uses it up.
  expect((await ask(path, {}, 'HEAD')).status).toBe(403)
  expect((await ask(path, { 'sec-purpose': 'prefetch' })).status).toBe(403)
  expect((await ask(`${path}x`)).status).toBe(403)
  const first = await ask(path, { 'sec-fetch-site': 'none' })
  expect(first.status).toBe(303)
  expect(first.headers['set-cookie']![0]).toMatch(
    /^console-\d+=[\w-]{43}; Path=\/[\w-]{16}; HttpOnly; SameSite=Strict$/,
  )
  const second = await ask(path)
  expect(second.status).toBe(403)
  expect(second.headers['set-cookie']).toBeUndefined()
  expect(second.body).toContain('start the console again')
  expect((await ask(first.headers.location!)).status).toBe(403)
})

test('a request without the cookie, of another origin or to another host name gets 403', async () => {
  const { ask, base, cookie, port, origin } = await signIn('sqlite')
  const page = `${base}/`
  expect((await ask(page, { cookie })).status).toBe(200)
  // A page on another port can set a cookie of the same name.
  const two = `${cookie.slice(0, -1)}_; ${cookie}`
  expect((await ask(page, { cookie: two })).status).toBe(200)
  const attacks: Record<string, [headers: Record<string, string>, method?: string]> = {
    'no cookie': [{}],
    'wrong cookie': [{ cookie: `${cookie.slice(0, -1)}_` }],
    "another console's cookie": [{ cookie: cookie.replace(String(port), '1') }],
    'DNS rebinding': [{ cookie, host: `evil.example:${port}` }],
    'localhost, which has other cookies': [{ cookie, host: `localhost:${port}` }],
    'no port': [{ cookie, host: '127.0.0.1' }],
    'another site': [{ cookie, origin: 'https://evil.example' }],
    'another port': [{ cookie, origin: 'http://127.0.0.1:3000' }],
    'a sandboxed page': [{ cookie, origin: 'null' }],
    'a form of another site': [{ cookie, 'sec-fetch-site': 'cross-site' }],
    'a page on another port': [{ cookie, 'sec-fetch-site': 'same-site' }],
    'a form without an origin': [{ cookie }, 'POST'],
    'a form of another site, posted': [{ cookie, origin: 'https://evil.example' }, 'POST'],
  }
  for (const [name, [headers, method]] of Object.entries(attacks)) {
    const { status } = await ask(method ? `${base}/messages/none/open` : page, headers, method)
    expect({ name, status }).toEqual({ name, status: 403 })
  }
  expect((await ask(`${base}/messages/none/open`, { cookie, origin }, 'POST')).status).toBe(303)
  expect((await ask(`http://evil.example${page}`, { cookie })).status).not.toBe(200)
})

test('every response forbids caching, framing, foreign scripts and CORS', async () => {
  const { ask, see } = await signIn('sqlite')
  for (const { headers } of [await ask('/'), await see(''), await see('files/icon.svg')]) {
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['x-frame-options']).toBe('DENY')
  }
  const policy = (await see('letters/launch')).headers['content-security-policy']
  expect(policy).toMatch(/script-src(?: 'sha256-[^ ]+')+;/)
  expect(policy).not.toContain('unsafe')
})

test('the console ends after the idle time, which only requests of the owner renew', async () => {
  const { ask, see, closed } = await signIn('sqlite', { idleMs: 1500 })
  let isClosed = false
  void closed.then(() => (isClosed = true))
  const until = Date.now() + 3000
  while (Date.now() < until) expect((await see('mail')).status).toBe(200)
  expect(isClosed).toBe(false)
  // Nobody else keeps it open, nor a page that follows changes, nor the frames in it.
  const asking = setInterval(() => {
    void ask('/').catch(() => {})
    void see('letters/launch', { 'x-live': '1' }).catch(() => {})
    void see('letters/launch/html?language=en', { 'sec-fetch-dest': 'iframe' }).catch(() => {})
  }, 100)
  await closed
  clearInterval(asking)
  await expect(ask('/')).rejects.toThrow('ECONNREFUSED')
})
