import type { Locator, Page } from '@playwright/test'
import { announcements, listen } from './announcements.ts'
import { expect, test } from './journey.ts'
import { fillInContactForm, fillInForm, holdSubmissions, submitButton } from './views.ts'

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
    error: page.getByText('Please enter a valid email address'),
  }
}

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
    const letReactIn = await holdReact(page)
    await page.goto(path)
    await listen(page)
    const button = submitButton(page)
    await expect(button).toHaveAccessibleName(label)
    await fillInForm(page)
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
  const letReactIn = await holdReact(page)
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

test('a message of nothing but spaces does not look sent while it waits for React', async ({
  page,
}) => {
  const letReactIn = await holdReact(page)
  await page.goto('/contact')
  await fillInContactForm(page)
  await page.getByPlaceholder('Your Message').fill('   ')
  await submitButton(page).click()
  await expect(page.locator('[data-held]')).toBeAttached()
  await expect(page.locator('[role=status]:has(+ [data-island])')).toHaveText('')
  letReactIn()
  await expect(page.getByPlaceholder('Your Message')).toBeFocused()
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

test('a plain form that is under way is not sent again by another click', async ({ page }) => {
  const posts: string[] = []
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.route('**/contact', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue()
    posts.push(route.request().postData() ?? '')
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.goto('/')
  await page.getByPlaceholder('Enter your email').fill('plain@example.com')
  // Playwright itself would wait for the page that is to come.
  await page.evaluate(() => {
    const button = document.querySelector<HTMLButtonElement>('form button[type=submit]')!
    button.click()
    setTimeout(() => button.click(), 300)
  })
  await page.waitForURL(/thanks$/)
  expect(posts).toHaveLength(1)
})

for (const [path, complaint] of [
  ['/', 'Error submitting email:'],
  ['/contact', 'Error sending message:'],
] as const) {
  test(`who is cut off before React has loaded on ${path} loses nothing, and the console says so`, async ({
    page,
    context,
  }) => {
    await page.goto(path)
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await context.setOffline(true)
    await fillInForm(page)
    await submitButton(page).click()
    await expect.poll(() => said.some((text) => text.startsWith(complaint))).toBe(true)
    await expect(page.locator('form input[type=email]')).not.toHaveValue('')
  })
}

test('where the island is not there after 10 s the form is sent as a plain form', async ({
  page,
}) => {
  await page.clock.install()
  await holdReact(page)
  await page.goto('/')
  await page.clock.pauseAt(Date.now() + 60_000)
  const { email, button } = form(page)
  await email.fill('stalled@example.com')
  await button.click()
  await page.clock.runFor(9000)
  await expect(button).toHaveAccessibleName('Subscribing...')
  await page.clock.runFor(1000)
  await expect(page).toHaveURL(/\/newsletter\/thanks$/)
})

test('a button that the browser brings back disabled, as Firefox does, can be pressed', async ({
  page,
}) => {
  await page.goto('/')
  const { email, button } = form(page)
  await button.evaluate((element: HTMLButtonElement) => (element.disabled = true))
  await email.fill('back@example.com')
  await button.click()
  await expect(button).toHaveText('Thank You!')
})

/** @returns what lets it in */
async function holdReact(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a keystroke that comes before React has loaded takes the complaint away, too', async ({
  page,
}) => {
  const letReactIn = await holdReact(page)
  await page.goto('/newsletter/invalid')
  const { email, error } = form(page)
  await expect(error).toBeVisible()
  await email.pressSequentially('a')
  letReactIn()
  await expect(error).toBeHidden()
})
