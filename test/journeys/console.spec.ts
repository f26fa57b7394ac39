import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as withoutConsole, type Page } from '@playwright/test'
import type { Target } from '#database/connect.ts'
import { openDatabase } from '#database/open-database.ts'
import { fillConsole, hostile } from '../support/console-data.ts'
import { startPostgres } from '../support/postgres.ts'
import { startBuiltConsole, type RunningConsole } from '../support/start-console.ts'
import { axeViolations, wcag } from './axe.ts'
import { consoleViews } from './console-views.ts'

type Data = 'none' | 'a little' | 'hostile'

/** Consoles that are stopped at the end of the test. */
const test = withoutConsole.extend<{
  start: (data: Data, target?: Target) => Promise<RunningConsole & { target: Target }>
}>({
  start: async ({}, use) => {
    const running: RunningConsole[] = []
    await use(async (data, target = newFile()) => {
      const database = await openDatabase(target)
      if (data !== 'none') await fillConsole(database.db, new Date(), data === 'hostile')
      await database.close()
      const owner = await startBuiltConsole({
        DATA_DIR: newFolder(),
        DATABASE_URL: target.kind === 'sqlite' ? `sqlite:${target.file}` : target.url,
        SECRET: 'a secret of at least 32 characters',
      })
      running.push(owner)
      return { ...owner, target }
    })
    for (const owner of running) await owner.stop()
  },
})

const newFolder = () => mkdtempSync(join(tmpdir(), 'console-'))
const newFile = (): Target => ({ kind: 'sqlite', file: join(newFolder(), 'site.db') })

/** Opens the console, and collects the browser's complaints and every request to another address. */
async function open(page: Page, { link }: RunningConsole) {
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  page.on('pageerror', (error) => void complaints.push(error.message))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(link).origin) complaints.push(request.url())
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(link)
  return { base: page.url(), complaints }
}

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

/** Visits every view, and expects it to fit without a complaint of the browser. */
async function visitAll(
  page: Page,
  owner: RunningConsole,
  {
    sizes = [phone, desktop],
    then,
  }: { sizes?: (typeof phone)[]; then?: (name: string) => unknown },
) {
  const { base, complaints } = await open(page, owner)
  for (const { name, path } of consoleViews) {
    await page.goto(`${base}${path}`, { waitUntil: 'domcontentloaded' })
    for (const size of sizes) {
      await page.setViewportSize(size)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect({ name, width }).toEqual({ name, width: size.width })
    }
    await then?.(name)
  }
  // The browser itself reports each 404.
  expect(complaints.filter((words) => !words.includes('404'))).toEqual([])
}

test('every view fits a phone and a desktop, and axe finds nothing in light or dark', async ({
  page,
  start,
}) => {
  // Letters are mail, in frames that run no script: axe would wait for an answer from each.
  const options = { iframes: false }
  const then = async (name: string) => {
    const found = await axeViolations(page, { ...options, runOnly: [...wcag, 'best-practice'] })
    expect(found, name).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    const inDark = await axeViolations(page, { ...options, runOnly: ['color-contrast'] })
    expect(inDark, `${name}, dark`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await visitAll(page, await start('a little'), { then })
})

test('every view fits a phone if there is no data', async ({ page, start }) => {
  await visitAll(page, await start('none'), { sizes: [phone] })
})

test('hostile data on PostgreSQL fits every view, and neither runs nor reverses anything', async ({
  page,
  start,
}) => {
  const postgres = await startPostgres(['fsync=off'])
  try {
    const owner = await start('hostile', { kind: 'postgres', url: postgres.url })
    const then = async (name: string) => {
      expect(await page.title(), name).not.toBe('pwned')
      expect(await page.content(), name).not.toContain(hostile.bidi)
    }
    await visitAll(page, owner, { then })
    await owner.stop()
  } finally {
    await postgres.stop()
  }
})

test('a morning with the keyboard and without JavaScript: read, mark, find', async ({
  browser,
  start,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const { base } = await open(page, await start('a little'))
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

test('the page of a running letter shows its progress without a request that renews the idle time', async ({
  page,
  start,
}) => {
  const owner = await start('a little')
  const { base, complaints } = await open(page, owner)
  await page.goto(`${base}letters/spring`)
  await expect(page.getByRole('progressbar')).toHaveAccessibleName('87 % done')
  const renewing: string[] = []
  page.on('request', async (request) => {
    const headers = await request.allHeaders()
    if (headers['x-live'] ?? headers['sec-fetch-dest'] === 'iframe') return
    renewing.push(request.url())
  })
  const { db, close } = await openDatabase(owner.target)
  for (const name of ['95 % done', '100 % done']) {
    const queued = db.selectFrom('outbox').select('id').where('letter', '=', 'spring')
    const some = queued.where('status', '=', 'queued').limit(3)
    await db.updateTable('outbox').set({ status: 'sent' }).where('id', 'in', some).execute()
    await expect(page.getByRole('progressbar')).toHaveAccessibleName(name)
  }
  await close()
  expect(renewing).toEqual([])
  expect(complaints).toEqual([])
})

test('a second browser and a page on another port get nothing of an opened console', async ({
  browser,
  page,
  start,
}) => {
  const owner = await start('a little')
  const { base } = await open(page, owner)
  const second = await browser.newContext()
  const other = await second.newPage()
  for (const address of [owner.link, base]) {
    expect((await other.goto(address))!.status()).toBe(403)
    await expect(other.getByText('Each link works once')).toBeVisible()
  }
  await second.close()
  expect((await page.reload())!.status()).toBe(200)

  const elsewhere = 'http://127.0.0.1:9'
  let sent: Record<string, string> = {}
  await page.route(`${elsewhere}/**`, async (route) => {
    sent = await route.request().allHeaders()
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Other</title>' })
  })
  await page.goto(`${elsewhere}/`)
  expect(sent['cookie']).toBeUndefined()
  for (const mode of ['cors', 'no-cors'] as const) {
    const read = page.evaluate(
      async ([url, how]) => void (await fetch(url, { mode: how, credentials: 'include' })),
      [base, mode] as const,
    )
    await expect(read, mode).rejects.toThrow('Failed to fetch')
  }
  const posted = page.waitForResponse(`${base}messages/none/answered`)
  await page.evaluate((action) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action })
    document.body.append(form)
    form.submit()
  }, `${base}messages/none/answered`)
  expect((await posted).status()).toBe(403)
})
