import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as withoutConsole, type Page } from '@playwright/test'
import { openDatabase } from '#database/open-database.ts'
import type { Target } from '#database/connect.ts'
import { fillConsole, hostile } from '../support/console-data.ts'
import { startPostgres } from '../support/postgres.ts'
import { startBuiltConsole, type RunningConsole } from '../support/start-console.ts'
import { axeViolations, wcag } from './axe.ts'
import { consoleViews } from './console-views.ts'

type Dialect = 'sqlite' | 'postgres'
type Data = 'none' | 'a little' | 'hostile'

/** A console for each test; the PostgreSQL of a worker is started by the first that needs it. */
const test = withoutConsole.extend<
  { openConsole: (dialect: Dialect, data: Data) => Promise<RunningConsole> },
  { newTarget: (dialect: Dialect) => Promise<Target> }
>({
  newTarget: [
    async ({}, use) => {
      let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
      let databases = 0
      await use(async (dialect) => {
        const file = join(mkdtempSync(join(tmpdir(), 'console-')), 'site.db')
        if (dialect === 'sqlite') return { kind: 'sqlite', file }
        postgres ??= await startPostgres(['fsync=off'])
        const name = `console_${(databases += 1)}`
        await postgres.createDatabase(name)
        return { kind: 'postgres', url: new URL(name, postgres.url).href }
      })
      await postgres?.stop()
    },
    { scope: 'worker' },
  ],
  openConsole: async ({ newTarget }, use) => {
    let owner: RunningConsole | undefined
    await use(async (dialect, data) => {
      const target = await newTarget(dialect)
      const database = await openDatabase(target)
      if (data !== 'none') await fillConsole(database.db, new Date(), data === 'hostile')
      await database.close()
      owner = await startBuiltConsole({
        DATA_DIR: mkdtempSync(join(tmpdir(), 'console-')),
        DATABASE_URL: target.kind === 'sqlite' ? `sqlite:${target.file}` : target.url,
        SECRET: 'a secret of at least 32 characters',
      })
      return owner
    })
    await owner?.stop()
  },
})

/** Opens the console, and keeps all that the browser complains about, and every address that it asks. */
async function open(page: Page, { link }: RunningConsole) {
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  page.on('pageerror', (error) => void complaints.push(error.message))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(link).origin) complaints.push(request.url())
  })
  await page.goto(link)
  return { base: page.url(), complaints }
}

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

for (const dialect of ['sqlite', 'postgres'] as const) {
  for (const data of ['none', 'a little', 'hostile'] as const) {
    test(`every view fits a phone and a desktop, and axe finds nothing (${dialect}, data: ${data})`, async ({
      page,
      openConsole,
    }) => {
      test.slow()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const { base, complaints } = await open(page, await openConsole(dialect, data))
      for (const { name, path } of consoleViews) {
        const response = await page.goto(`${base}${path}`)
        if (response!.status() === 404 && data !== 'none') expect(path).toBe('no-such-page')
        for (const size of sizes) {
          await page.setViewportSize(size)
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          expect({ name, width }).toEqual({ name, width: size.width })
        }
        // One database is enough for what does not depend on it.
        if (dialect === 'postgres') continue
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const found = await axeViolations(page, { runOnly: [...wcag, 'best-practice'] })
          expect(found, `${name}, ${colorScheme}`).toEqual([])
        }
        expect(await page.title()).not.toBe('pwned')
      }
      // The browser itself reports each 404.
      expect(complaints.filter((words) => !words.includes('404'))).toEqual([])
      if (data === 'hostile') await expect(page.getByText(hostile.bidi)).toHaveCount(0)
    })
  }
}

test('a morning with the keyboard and without JavaScript: read, mark, find', async ({
  browser,
  openConsole,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const { base } = await open(page, await openConsole('sqlite', 'a little'))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(page.url()).toBe(`${base}#main`)
  await page.getByRole('link', { name: 'Giulia Ferraro' }).press('Enter')
  const reply = await page.getByRole('link', { name: 'Reply' }).getAttribute('href')
  expect(decodeURIComponent(reply!)).toMatch(
    /^mailto:giulia\.ferraro@example\.com\?subject=Your message to .*&body=[^]*> We fill in eleven/,
  )
  await page.getByRole('button', { name: 'Mark as answered' }).press('Enter')
  await expect(page.getByRole('status')).toHaveText('Marked as answered.')
  await page.getByRole('link', { name: 'Messages', exact: true }).press('Enter')
  await expect(page.getByRole('link', { name: 'Open 3' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('searchbox').fill('vsme')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible()
  await context.close()
})

test('a second browser is turned away, and the first one goes on', async ({
  browser,
  page,
  openConsole,
}) => {
  const owner = await openConsole('sqlite', 'none')
  const { base } = await open(page, owner)
  const second = await browser.newContext()
  const other = await second.newPage()
  for (const address of [owner.link, base]) {
    expect((await other.goto(address))!.status()).toBe(403)
    await expect(other.getByRole('heading')).toHaveText('This link is used up')
    expect(await axeViolations(other, { runOnly: wcag })).toEqual([])
  }
  expect((await page.reload())!.status()).toBe(200)
  await second.close()
})

test('a page on another port gets no cookie, and can neither read, frame nor post', async ({
  page,
  openConsole,
}) => {
  const owner = await openConsole('sqlite', 'a little')
  const { base } = await open(page, owner)
  const elsewhere = 'http://127.0.0.1:9'
  let sent: Record<string, string> = {}
  await page.route(`${elsewhere}/**`, async (route) => {
    sent = await route.request().allHeaders()
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Other</title>' })
  })
  await page.goto(`${elsewhere}/`)
  expect(sent['cookie']).toBeUndefined()
  const read = (mode: RequestMode) =>
    page.evaluate(
      async ([url, how]) => {
        const options = { mode: how, credentials: 'include' } as const
        return await fetch(url, options).then(
          ({ type, status }) => `${type} ${status}`,
          () => 'failed',
        )
      },
      [base, mode] as const,
    )
  expect(await read('cors')).toBe('failed')
  expect(await read('no-cors')).toBe('failed')
  const posted = page.waitForResponse(`${base}check`)
  await page.evaluate((action) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action })
    document.body.append(form)
    form.submit()
  }, `${base}check`)
  expect((await posted).status()).toBe(403)
})
