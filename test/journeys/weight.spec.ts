import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

/** Bytes of script on the wire, inlined ones as they weigh alone. */
async function scriptBytes(page: Page): Promise<number> {
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => new URL(entry.name).pathname.endsWith('.js'))
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
  )
  const inlined = await page.evaluate(() =>
    Array.from(document.scripts)
      .filter((script) => !script.src && (script.type === '' || script.type === 'module'))
      .map((script) => script.text.length),
  )
  return [...loaded, ...inlined].reduce((sum, bytes) => sum + bytes, 0)
}

for (const path of ['/', '/about', '/contact', '/terms', '/privacy']) {
  test(`${path} ships no React before a form is touched, also after scrolling to its end`, async ({
    page,
  }) => {
    await page.goto(path)
    await page.mouse.move(path === '/' ? 300 : 2, 300)
    await page.mouse.wheel(0, 20_000)
    await page.waitForLoadState('networkidle')
    // Without a form: the line that closes the menu, and nothing else.
    const most = path === '/' || path === '/contact' ? 2048 : 170
    expect(await scriptBytes(page)).toBeLessThanOrEqual(most)
  })
}

for (const path of ['/', '/contact']) {
  test(`${path} ships at most 62 KB of script once its form is touched`, async ({ page }) => {
    await page.goto(path)
    await page.locator('form input').first().focus()
    await expect(page.locator('[data-awake]')).toBeAttached()
    const bytes = await scriptBytes(page)
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThanOrEqual(62 * 1024)
  })
}

test('Home with its inlined CSS is at most 14 KB compressed', async ({ request }) => {
  const ask = async () =>
    (await request.get('/', { headers: { 'accept-encoding': 'br' } })).headers()
  // Brotli comes when a start is over.
  await expect.poll(async () => (await ask())['content-encoding'], { timeout: 60_000 }).toBe('br')
  expect(Number((await ask())['content-length'])).toBeLessThanOrEqual(14 * 1024)
})

test('the faces weigh at most 23 KB together', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
  )
  expect(sizes).toHaveLength(2)
  expect(sizes[0]! + sizes[1]!).toBeLessThanOrEqual(23 * 1024)
})

test('a page carries the CSS of what is in it, and no other', async ({ request }) => {
  // Class names end in what their file is known by: `_button_cls50_83` is of `cls50`.
  const filesIn = (names: string[]) => new Set(names.map((name) => name.split('_').at(-2)))
  for (const path of ['/', '/about', '/contact', '/terms', '/privacy', '/nowhere']) {
    const [head, body] = (await (await request.get(path)).text()).split('<body>')
    const used = [...body!.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' '))
    const styled = [...head!.matchAll(/\.(_[\w-]+)/g)].map(([, name]) => name!)
    const scoped = used.filter((name) => name.startsWith('_'))
    expect(filesIn(styled), path).toEqual(filesIn(scoped))
  }
})

test('no colour is written in a way that browsers of 2023 do not know', async ({ request }) => {
  for (const path of ['/', '/about', '/contact', '/terms', '/privacy', '/nowhere']) {
    expect(await (await request.get(path)).text()).not.toContain('light-dark(')
  }
})

test('no cookie, no storage, no request to another host, no policy violation', async ({
  page,
  context,
  baseURL,
}) => {
  const foreign: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL!)) foreign.push(request.url())
  })
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  for (const path of ['/', '/about', '/contact', '/terms', '/privacy']) {
    await page.goto(path)
    const input = page.locator('form input').first()
    if (await input.count()) {
      await input.focus()
      await expect(page.locator('[data-awake]')).toBeAttached()
    }
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  }
  expect(await context.cookies()).toEqual([])
  expect(foreign).toEqual([])
  expect(complaints).toEqual([])
})
