import type { Locator, Page } from '@playwright/test'
import { announcements, listen } from '../support/announcements.ts'
import { expect, test } from '../support/journey.ts'
import {
  expectFailureToldAsChosen,
  fillInContactForm,
  holdSubmissions,
  submitButton,
} from '../support/views.ts'

const error = 'Please enter a valid email address'

function lookOf(button: Locator) {
  return button.evaluate((element) => {
    const { backgroundColor, borderColor, color, cursor, width, height } = getComputedStyle(element)
    return { backgroundColor, borderColor, color, cursor, width, height }
  })
}

function form(page: Page) {
  return {
    email: page.getByPlaceholder('Enter your email'),
    button: page.locator('form button[type=submit]'),
    error: page.getByText(error),
  }
}

test('a visitor signs up: Subscribing..., Thank You! for 3 s, an empty input, then idle again', async ({
  page,
}) => {
  await page.clock.install()
  const release = await holdSubmissions(page)
  await page.goto('/')
  await page.clock.pauseAt(Date.now() + 60_000)
  const { email, button } = form(page)
  await expect(button).toHaveText('Embark on the Journey')
  await email.fill('ada@example.com')
  const request = page.waitForRequest('**/contact')
  await button.click()
  await expect(button).toHaveText('Subscribing...')
  await expect(button).toBeDisabled()
  await expect(page.getByRole('status')).toHaveText('Subscribing...')
  expect((await request).postDataJSON()).toEqual({ email: 'ada@example.com' })
  release()
  await expect(button).toHaveText('Thank You!')
  await expect(page.getByRole('status')).toHaveText(/^Thank You! We first ask you to confirm by/)
  await expect(email).toHaveValue('')
  expect(await button.evaluate((element) => getComputedStyle(element).animationName)).toMatch(
    /bounce/,
  )
  await page.clock.runFor(2999)
  await expect(button).toHaveText('Thank You!')
  await page.clock.runFor(1)
  await expect(button).toHaveText('Embark on the Journey')
  await expect(page.getByRole('status')).toHaveText('')
})

test('from the thanks on, that a confirmation comes stands out until the next keystroke', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const { email, button } = form(page)
  const colour = () =>
    page
      .getByText('We first ask you to confirm')
      .last()
      .evaluate((words) => getComputedStyle(words).color)
  const calm = await colour()
  await email.fill('ada@example.com')
  await button.click()
  await expect(button).toHaveText('Thank You!')
  const strong = await colour()
  expect(strong).not.toBe(calm)
  await page.clock.runFor(60_000)
  await expect(button).toHaveText('Embark on the Journey')
  expect(await colour()).toBe(strong)
  await email.press('x')
  expect(await colour()).toBe(calm)
})

test('a long address can be read whole in its field', async ({ page }) => {
  await page.goto('/')
  const { email } = form(page)
  await email.fill('ada.lovelace@example-co.com')
  for (const width of [1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await email.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0)
  }
})

for (const bad of ['', 'ada', 'ada@', '@', 'ada@ex ample', 'ada@-example.com']) {
  test(`the address "${bad}" gets the message and a red border until the next keystroke`, async ({
    page,
  }) => {
    let posts = 0
    page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0))
    await page.goto('/')
    const { email, button, error: message } = form(page)
    const border = () => email.evaluate((element) => getComputedStyle(element).borderColor)
    const calm = await border()
    if (bad !== '') await email.fill(bad)
    await button.click()
    await expect(message).toBeVisible()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    expect(await border()).toBe('rgb(179, 38, 30)')
    expect(await email.inputValue()).toBe(bad)
    await email.press('End')
    await expect(message).toBeVisible()
    await email.press('x')
    await expect(message).toBeHidden()
    await expect(email).not.toHaveAttribute('aria-invalid')
    expect(await border()).toBe(calm)
    expect(posts).toBe(0)
  })
}

test('Enter in the empty field gets the message, not the browser’s bubble', async ({ page }) => {
  await page.goto('/')
  const { email, error: message } = form(page)
  await email.press('Enter')
  await expect(message).toBeVisible()
})

test('a click that comes before React has loaded is replayed, once', async ({ page }) => {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.postData() ?? '')
  })
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const { email, button } = form(page)
  await email.fill('early@example.com')
  await button.dblclick()
  await expect(button).toHaveText('Thank You!')
  expect(posts).toEqual(['{"email":"early@example.com"}'])
})

for (const { path, label, first, last } of [
  { path: '/', label: 'Embark on the Journey', first: 'Subscribing...', last: 'Thank You!' },
  { path: '/contact', label: 'Send Your Message', first: 'Sending...', last: 'Send Your Message' },
]) {
  test(`a submit on ${path} that waits for React looks and sounds sent at once, and is said once`, async ({
    page,
  }) => {
    const { promise: react, resolve: letReactIn } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await react
      await route.continue()
    })
    await page.goto(path)
    await listen(page)
    const button = submitButton(page)
    await expect(button).toHaveAccessibleName(label)
    if (path === '/') await page.getByPlaceholder('Enter your email').fill('held@example.com')
    else await fillInContactForm(page)
    const calm = await lookOf(button)
    await button.click()
    await expect(button).toHaveAccessibleName(first)
    await expect(page.locator('[role=status]:has(+ [data-island])')).toHaveText(first)
    const held = await lookOf(button)
    expect(held).not.toEqual(calm)
    const answer = await holdSubmissions(page)
    letReactIn()
    await expect(button).toBeDisabled()
    await expect(button).toHaveText(first)
    expect(await lookOf(button)).toEqual(held)
    answer()
    await expect(button).toHaveText(last)
    expect((await announcements(page)).filter((said) => said === `status: ${first}`)).toHaveLength(
      1,
    )
  })
}

test('a submit that will be refused does not look sent while it waits for React', async ({
  page,
}) => {
  const { promise: react, resolve: letReactIn } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await react
    await route.continue()
  })
  await page.goto('/')
  const { email, button, error: message } = form(page)
  await email.fill('ada')
  await button.click()
  await expect(page.locator('[data-held]')).toBeAttached()
  await expect(button).toHaveAccessibleName('Embark on the Journey')
  await expect(page.getByRole('status')).toHaveText('')
  letReactIn()
  await expect(message).toBeVisible()
})

test('a network that fails twice and then works never becomes a failure, and sends one key', async ({
  page,
}) => {
  const keys: (string | undefined)[] = []
  await page.route('**/contact', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) await route.abort('connectionreset')
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

test('a network that stays away is a failure after three attempts', async ({ page }) => {
  let attempts = 0
  await page.route('**/contact', async (route) => {
    attempts += 1
    await route.abort('connectionrefused')
  })
  await page.goto('/')
  const { email, button } = form(page)
  await email.fill('away@example.com')
  const before = await page.locator('main').innerText()
  await button.click()
  await expect(button).toHaveText('Subscribing...')
  await expect(button).toHaveText('Embark on the Journey', { timeout: 10_000 })
  expect(await email.inputValue()).toBe('away@example.com')
  expect(attempts).toBe(3)
  await expectFailureToldAsChosen(page, before)
})

test('where the island cannot be loaded the form is sent as a plain form', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/')
  const { email, button } = form(page)
  await email.fill('plain@example.com')
  await button.click()
  await expect(page).toHaveURL(/\/newsletter\/thanks$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!')
})
