import type { APIRequestContext, Page } from '@playwright/test'
import type { MeasuredHomes } from '#site/questionnaire/measure-home.ts'
import { ifItalian, site as content } from './owner-content.ts'
import { expect, test } from './journey.ts'
import { fillInForm, submitButton } from './views.ts'

/** Bytes of external scripts as transferred, and of inline scripts uncompressed. */
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

const paths = ['/', '/about', '/contact', '/terms', '/privacy', '/questionnaire']

test.describe('no cookie, no storage, no request to another host, no policy violation', () => {
  for (const path of [...paths, '/my-data', '/nowhere', ...ifItalian(['/it', '/it/contact'])]) {
    test(`on ${path}, which loads React only when a form gets the focus`, async ({
      page,
      context,
      baseURL,
    }) => {
      const foreign: string[] = []
      const errors: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(baseURL!)) foreign.push(request.url())
      })
      page.on('console', (message) => {
        // Chromium logs the 404 of /nowhere as an error.
        const isStatus = message.text().includes('status of 404')
        if (message.type() === 'error' && !isStatus) errors.push(message.text())
      })
      const isHome = path === '/' || path === '/it'
      await page.goto(path)
      await page.mouse.move(isHome ? 300 : 2, 300)
      await page.mouse.wheel(0, 20_000)
      await page.waitForLoadState('networkidle')
      const hasForm = isHome || path.endsWith('/contact')
      // Pages without a form have only the script of the menu.
      expect(await scriptBytes(page)).toBeLessThanOrEqual(hasForm ? 2048 : 200)
      if (hasForm) {
        await page.locator('form input').first().focus()
        await expect(page.locator('[data-awake]')).toBeAttached()
        const bytes = await scriptBytes(page)
        expect(bytes).toBeGreaterThan(20_000)
        expect(bytes).toBeLessThanOrEqual(62 * 1024)
        await fillInForm(page)
        await submitButton(page).click()
        await expect(page.locator('form:is([data-state=success], [data-state=sent])')).toBeVisible()
      }
      if (isHome) expect(await fontBytes(page)).toBeLessThanOrEqual(26 * 1024)
      expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
      expect(await context.cookies()).toEqual([])
      expect(foreign).toEqual([])
      expect(errors).toEqual([])
      const attack = page.evaluate(() => (document.body.innerHTML = '<img src=x onerror=alert(1)>'))
      await expect(attack).rejects.toThrow(/TrustedHTML/)
    })
  }
})

async function fontBytes(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready)
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
  )
  expect(sizes).toHaveLength(2)
  return sizes[0]! + sizes[1]!
}

test.describe('a first visit transfers what the questionnaire says', () => {
  for (const [name, isMobile] of [
    ['phone', true],
    ['desktop', false],
  ] as const) {
    test(`on a ${name}`, async ({ browser, request, site }) => {
      const { measured } = (await (await request.get('/questionnaire.json')).json()) as {
        measured: MeasuredHomes
      }
      for (const language of content.languages) {
        const { visits, scriptBytes: scripts, formScriptBytes } = measured[language]!
        const { window, files, bytes } = visits[name]
        await expectBrotli(request, files[0]!.url)
        const page = await browser.newPage({
          baseURL: site.url,
          viewport: window,
          deviceScaleFactor: window.density,
          isMobile,
        })
        await page.goto(files[0]!.url)
        await page.waitForLoadState('networkidle')
        const requested = await page.evaluate(() =>
          [
            ...performance.getEntriesByType('navigation'),
            ...performance.getEntriesByType('resource'),
          ]
            .map((entry) => entry as PerformanceResourceTiming)
            .map(({ name: url, encodedBodySize }) => ({
              url: new URL(url).pathname,
              encodedBodySize,
            })),
        )
        // Without a window, Chromium loads the icon, and its headless shell doesn't.
        const icon = files.find(({ url }) => url.endsWith('.svg'))!
        const loaded = requested.filter(({ url }) => url !== icon.url)
        const expected = files.filter((file) => file !== icon).map(({ url }) => url)
        expect(loaded.map(({ url }) => url).toSorted()).toEqual(expected.toSorted())
        const transferred = loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
        expect(Math.abs(transferred + icon.bytes - bytes) / bytes).toBeLessThan(0.005)
        expect(await scriptBytes(page)).toBe(scripts)
        await page.locator('form input').first().focus()
        await expect(page.locator('[data-awake]')).toBeAttached()
        expect(await scriptBytes(page)).toBe(scripts + formScriptBytes)
        await page.close()
      }
    })
  }
})

test('the home page with its inline CSS is at most 14 KB compressed', async ({ request }) => {
  const headers = await expectBrotli(request, '/')
  expect(Number(headers['content-length'])).toBeLessThanOrEqual(14 * 1024)
})

/** Pages are compressed in the background after the start. */
async function expectBrotli(request: APIRequestContext, path: string) {
  const ask = async () =>
    (await request.get(path, { headers: { 'accept-encoding': 'br' } })).headers()
  await expect.poll(async () => (await ask())['content-encoding'], { timeout: 60_000 }).toBe('br')
  return await ask()
}

test('a page contains only the CSS it uses, and no light-dark(), which browsers of 2023 lack', async ({
  request,
}) => {
  // Class names contain the hash of their file: `_button_cls50_83` is from `cls50`.
  const filesIn = (names: string[]) => new Set(names.map((name) => name.split('_').at(-2)))
  for (const path of [...paths, '/nowhere']) {
    const html = await (await request.get(path)).text()
    expect(html).not.toContain('light-dark(')
    const [head, body] = html.split('<body>')
    const used = [...body!.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' '))
    const styled = [...head!.matchAll(/\.(_[\w-]+)/g)].map(([, name]) => name!)
    const scoped = used.filter((name) => name.startsWith('_'))
    expect(filesIn(styled), path).toEqual(filesIn(scoped))
  }
})
