import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { confirmationSubject, signupHint } from '#site/signup-hint.ts'
import { pitch, site } from './owner-content.ts'
import { expect, test } from './journey.ts'
import { expectFailureNotice, holdSubmissions, shownText, statusOf } from './views.ts'

const error = 'Please enter a valid email address'
const hint = signupHint('en')

function form(page: Page) {
  return {
    email: page.getByPlaceholder('Enter your email'),
    button: page.locator('form button[type=submit]'),
    error: page.getByText(error),
  }
}

test('a signup shows Subscribing..., then Thank You! for 3 s, and empties the field', async ({
  page,
}) => {
  await page.clock.install()
  const release = await holdSubmissions(page)
  let posts = 0
  page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0))
  await page.goto('/')
  await page.clock.pauseAt(Date.now() + 60_000)
  const { email, button } = form(page)
  await expect(button).toHaveText(pitch.newsletter.button)
  await email.fill('ada@example.com')
  const request = page.waitForRequest('**/contact')
  await button.click()
  await expect(button).toHaveText('Subscribing...')
  await expect(button).toBeDisabled()
  await button.press('Enter')
  await email.press('Enter')
  await expect(statusOf(page)).toHaveText('Subscribing...')
  expect((await request).postDataJSON()).toEqual({ email: 'ada@example.com' })
  const shown = await page.locator('form input[type=hidden]').inputValue()
  expect(shown).toMatch(/^[\da-f]{64}\.[\da-f]{64}$/)
  expect((await request).headers()['consent-text']).toBe(shown)
  release()
  await expect(button).toHaveText('Thank You!')
  expect(posts).toBe(1)
  await expect(statusOf(page)).toHaveText(`Thank You! ${hint.nextStep} ${hint.lookFor}`)
  await expect(email).toHaveValue('')
  expect(await button.evaluate((element) => getComputedStyle(element).animationName)).toMatch(
    /bounce/,
  )
  await page.clock.runFor(2999)
  await button.click()
  await expect(form(page).error).toBeHidden()
  await expect(button).toHaveText('Thank You!')
  await page.clock.runFor(1)
  await expect(button).toHaveText(pitch.newsletter.button)
  await expect(statusOf(page)).toHaveText('')
})

test('after a signup the form names the sender, the subject and the spam folder until the next keystroke', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const { email, button } = form(page)
  const nextStep = page.locator('form').getByText(hint.nextStep)
  const lookFor = page.locator('form').getByText(hint.lookFor)
  const consent = page.getByText('By signing up you agree')
  expect(hint.lookFor).toContain(`“${confirmationSubject('en')}” from ${site.brand}`)
  expect(hint.lookFor).toContain('spam folder')
  await expect(nextStep).toBeHidden()
  await email.fill('ada@example.com')
  await button.click()
  await expect(button).toHaveText('Thank You!')
  await expect(nextStep).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(button).toHaveText(pitch.newsletter.button)
  await expect(nextStep).toBeVisible()
  await expect(lookFor).toBeVisible()
  await expect(consent).toBeHidden()
  await email.press('x')
  await expect(nextStep).toBeHidden()
  await expect(lookFor).toBeHidden()
  await expect(consent).toBeVisible()
})

test('an address of 27 characters fits into its field', async ({ page }) => {
  await page.goto('/')
  const { email } = form(page)
  await email.fill('ada.lovelace@example-co.com')
  for (const width of [1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await email.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0)
  }
})

test('an invalid address shows the error, a red border and a red ring until the next keystroke', async ({
  page,
}) => {
  let posts = 0
  page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0))
  await page.goto('/')
  const { email, button, error: message } = form(page)
  const border = () => email.evaluate((element) => getComputedStyle(element).borderColor)
  const ring = () => email.evaluate((element) => getComputedStyle(element).outlineColor)
  const idle = await border()
  const danger = await page.evaluate(() => {
    const probe = document.createElement('i')
    probe.style.color = 'var(--danger)'
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
  expect(danger).not.toBe(idle)
  for (const bad of ['', 'ada', 'ada@', '@', 'ada@ex ample', 'ada@-example.com']) {
    await email.fill(bad)
    await button.click()
    await expect(message).toBeVisible()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    expect([await border(), await ring()]).toEqual([danger, danger])
    expect(await email.inputValue()).toBe(bad)
    await email.press('End')
    await expect(message).toBeVisible()
    await email.press('x')
    await expect(message).toBeHidden()
    await expect(email).toHaveAttribute('aria-invalid', 'false')
    expect(await border()).toBe(idle)
    expect(await ring()).not.toBe(danger)
  }
  expect(posts).toBe(0)
})

test('Enter in the empty field shows our error instead of the browser’s', async ({ page }) => {
  await page.goto('/')
  const { email, error: message } = form(page)
  await email.press('Enter')
  await expect(message).toBeVisible()
})

test('an address too long for mail shows the error without a request', async ({ page }) => {
  await page.goto('/')
  const { email, button, error: message } = form(page)
  for (const long of [`${'a'.repeat(65)}@example.com`, `a@${`${'b'.repeat(60)}.`.repeat(5)}com`]) {
    await email.fill(long)
    await expect(message).toBeHidden()
    await button.click()
    await expect(message).toBeVisible()
  }
})

test('an address that the server rejects with 422 shows the error and stays in the field', async ({
  page,
}) => {
  await page.goto('/')
  const { email, button, error: message } = form(page)
  await email.fill('ada@localhost')
  await button.click()
  await expect(message).toBeVisible()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveValue('ada@localhost')
  await expect(button).toHaveText(pitch.newsletter.button)
  await email.press('x')
  await expect(message).toBeHidden()
})

test('a signup is retried with the same key after 429 and 503, and succeeds', async ({ page }) => {
  const keys: (string | undefined)[] = []
  await page.route('**/contact', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) await route.fulfill({ status: 429, json: { ok: false } })
    else if (keys.length === 2) await route.fulfill({ status: 503, json: { ok: false } })
    else await route.continue()
  })
  await page.goto('/')
  const { email, button } = form(page)
  await email.fill('blip@example.com')
  await button.click()
  await expect(button).toHaveText('Subscribing...')
  await expect(button).toHaveText('Thank You!')
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test('a signup whose answer is cut off after its headers is retried with the same key', async ({
  page,
  baseURL,
}) => {
  const keys: unknown[] = []
  const proxy = createServer((request, response) => {
    const { method = '', headers } = request
    const forwarded = forward(baseURL! + request.url!, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      const isFirst = method === 'POST' && keys.push(headers['idempotency-key']) === 1
      if (isFirst) response.write('{', () => response.destroy())
      else answer.pipe(response)
    })
    request.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  await page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`)
  const { email, button } = form(page)
  await email.fill('cut@example.com')
  await button.click()
  await expect(button).toHaveText('Thank You!')
  expect(keys).toEqual([keys[0], keys[0]])
  proxy.close()
})

test('a signup fails after three attempts if the server cannot be reached', async ({ page }) => {
  let attempts = 0
  await page.route('**/contact', async (route) => {
    attempts += 1
    await route.abort('connectionrefused')
  })
  await page.goto('/')
  const { email, button } = form(page)
  await email.fill('away@example.com')
  const before = await shownText(page)
  await button.click()
  await expect(button).toHaveText('Subscribing...')
  await expect(button).toHaveText(pitch.newsletter.button, { timeout: 10_000 })
  expect(await email.inputValue()).toBe('away@example.com')
  expect(attempts).toBe(3)
  await expectFailureNotice(page, before)
})
