import { expect, type Page } from '@playwright/test'
import { openDatabase } from '#database/open-database.ts'
import { hostile } from '../support/console-data.ts'
import { axeViolations, wcag } from './axe.ts'
import { open, test, visitAll } from './console-journey.ts'

test('every view fits a phone and a desktop, and axe finds nothing in light or dark', async ({
  page,
  start,
}) => {
  // Letters are mail, in frames that run no script: axe would wait for an answer from each.
  const options = { iframes: false }
  const inspect = async (name: string) => {
    const found = await axeViolations(page, { ...options, runOnly: [...wcag, 'best-practice'] })
    expect(found, name).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    const inDark = await axeViolations(page, { ...options, runOnly: ['color-contrast'] })
    expect(inDark, `${name}, dark`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await visitAll(page, await start('a little'), inspect)
})

test('every view fits, and hostile data neither runs nor reverses anything', async ({
  page,
  start,
}) => {
  await visitAll(page, await start('none'))
  await visitAll(page, await start('hostile'), expectHarmless(page))
})

const expectHarmless = (page: Page) => async (name: string) => {
  expect(await page.title(), name).not.toBe('pwned')
  expect(await page.content(), name).not.toContain(hostile.bidi)
}

test('a morning with the keyboard and without JavaScript: read, mark, find', async ({
  browser,
  start,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const { base } = await open(page, await start('a little'))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${base}#main`)
  await page.getByRole('link', { name: 'Giulia Ferraro' }).press('Enter')
  const reply = await page.getByRole('link', { name: 'Reply' }).getAttribute('href')
  expect(decodeURIComponent(reply!)).toMatch(
    /^mailto:giulia\.ferraro@example\.com\?subject=Your message to .*&body=[^]*> We fill in eleven/,
  )
  await page.getByRole('button', { name: 'Mark as answered' }).press('Enter')
  await expect(page.getByRole('status')).toHaveText('Marked 1 as answered.')
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
  await expect(page.getByRole('progressbar')).toHaveAccessibleName('87% done')
  const renewing: string[] = []
  page.on('request', async (request) => {
    const headers = await request.allHeaders()
    if (headers['x-live'] ?? headers['sec-fetch-dest'] === 'iframe') return
    renewing.push(request.url())
  })
  await using database = await openDatabase(owner.target)
  const { db } = database
  for (const name of ['95% done', '100% done']) {
    const queued = db.selectFrom('outbox').select('id').where('letter', '=', 'spring')
    const some = queued.where('status', '=', 'queued').limit(3)
    await db.updateTable('outbox').set({ status: 'sent' }).where('id', 'in', some).execute()
    await expect(page.getByRole('progressbar')).toHaveAccessibleName(name)
  }
  expect(renewing).toEqual([])
  expect(complaints).toEqual([])
})

test('fields that the owner has filled in stay when the page of a letter changes, and a console that ended says so', async ({
  page,
  start,
}) => {
  const owner = await start('a little')
  const { base } = await open(page, owner)
  await page.goto(`${base}letters/launch`)
  const atTime = page.getByRole('radio', { name: 'At another time' })
  const time = page.getByLabel(/^Day and time/)
  for (const choice of await page.locator('.when').getByRole('radio').all()) {
    await expect(choice).not.toBeChecked()
  }
  await atTime.check()
  await time.fill('2099-01-15T09:00')
  await page.getByLabel('Address').fill('me@example.com')
  await expect(page.getByLabel('Address')).toBeFocused()
  // The checks run in the background.
  await expect(page.getByText('checking…')).toHaveCount(0)
  await expect(page.getByText('It can’t be sent yet')).toBeVisible()
  await expect(atTime).toBeChecked()
  await expect(time).toHaveValue('2099-01-15T09:00')
  await expect(page.getByLabel('Address')).toHaveValue('me@example.com')
  await expect(page.getByLabel('Address')).toBeFocused()
  await owner.stop()
  await expect(page.getByRole('alert')).toContainText('The console has ended')
})

test('a click on a link in a letter’s preview leaves the letter there', async ({ page, start }) => {
  const { base } = await open(page, await start('a little'))
  await page.goto(`${base}letters/launch`)
  await page.frameLocator('iframe').first().locator('a[href^=http]').first().click()
  // Time in which the frame would have loaded another page.
  await page.waitForTimeout(500)
  const text = () => document.querySelector('iframe')!.contentDocument?.body.textContent
  expect(await page.evaluate(text)).toContain('Unsubscribe')
})

test('forced colours mark only the current page in the console’s menu', async ({ page, start }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, await start('none'))
  const underlined = await page
    .locator('header a')
    .evaluateAll((links) =>
      links.filter(
        (link) =>
          getComputedStyle(link).borderBottomColor !==
          getComputedStyle(document.body).backgroundColor,
      ),
    )
  expect(underlined).toHaveLength(1)
})

test('a printed list says what was searched for, without buttons', async ({ page, start }) => {
  const { base } = await open(page, await start('a little'))
  await page.emulateMedia({ media: 'print' })
  await page.goto(`${base}messages?q=ada`)
  await expect(page.getByRole('searchbox')).toHaveValue('ada')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.goto(`${base}messages`)
  await expect(page.getByRole('searchbox')).toBeHidden()
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
  const action = `${base}messages/none/answered`
  const posted = page.waitForResponse(action)
  await page.setContent(`<form method="post" action="${action}"><button>Post</button></form>`)
  await page.getByRole('button').click()
  expect((await posted).status()).toBe(403)
})
