import type { Locator, Page } from '@playwright/test'
import { announcements, recordAnnouncements } from './announcements.ts'
import { pitch } from './owner-content.ts'
import { expect, test } from './journey.ts'
import { fillInContactForm, fillInForm, holdSubmissions, statusOf, submitButton } from './views.ts'

declare global {
  interface Window {
    tellClicked: () => void
  }
}

function styleOf(button: Locator) {
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

test('a double click before React has loaded submits the form once', async ({ page }) => {
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
  { path: '/', label: pitch.newsletter.button, first: 'Subscribing...', last: 'Thank You!' },
  { path: '/contact', label: 'Send Your Message', first: 'Sending...', last: 'Send Your Message' },
]) {
  test(`a submit on ${path} before React has loaded shows and announces its progress at once`, async ({
    page,
  }) => {
    const releaseReact = await holdReact(page)
    await page.goto(path)
    await recordAnnouncements(page)
    const button = submitButton(page)
    await expect(button).toHaveAccessibleName(label)
    await fillInForm(page)
    const idle = await styleOf(button)
    await button.click()
    await expect(button).toHaveAccessibleName(first)
    await expect(statusOf(page)).toHaveText(first)
    const pending = await styleOf(button)
    expect(pending).not.toEqual(idle)
    const answer = await holdSubmissions(page)
    releaseReact()
    await expect(button).toBeDisabled()
    await expect(button).toHaveText(first)
    expect(await styleOf(button)).toEqual(pending)
    answer()
    await expect(button).toHaveText(last)
    expect((await announcements(page)).filter((text) => text === `polite: ${first}`)).toHaveLength(
      1,
    )
  })
}

test('an invalid address submitted before React has loaded shows no progress', async ({ page }) => {
  const releaseReact = await holdReact(page)
  await page.goto('/')
  const { email, button, error: message } = form(page)
  await email.fill('ada')
  await button.click()
  await expect(page.locator('[data-held]')).toBeAttached()
  await expect(button).toHaveAccessibleName(pitch.newsletter.button)
  await expect(statusOf(page)).toHaveText('')
  releaseReact()
  await expect(message).toBeVisible()
})

test('a blank message submitted before React has loaded shows no progress', async ({ page }) => {
  const releaseReact = await holdReact(page)
  await page.goto('/contact')
  await fillInContactForm(page)
  await page.getByPlaceholder('Your Message').fill('   ')
  await submitButton(page).click()
  await expect(page.locator('[data-held]')).toBeAttached()
  await expect(statusOf(page)).toHaveText('')
  releaseReact()
  await expect(page.getByPlaceholder('Your Message')).toBeFocused()
})

test('a message pasted over the limit before React has loaded is not cut off', async ({ page }) => {
  const releaseReact = await holdReact(page)
  await page.goto('/contact')
  await fillInContactForm(page)
  const message = page.getByPlaceholder('Your Message')
  await message.fill('x'.repeat(5003))
  await submitButton(page).click()
  await expect(page.locator('[data-held]')).toBeAttached()
  releaseReact()
  await expect(message).toHaveJSProperty(
    'validationMessage',
    'Your message is 5,003 characters long. Please keep it to 5,000.',
  )
})

test('if the island cannot be loaded, the form is sent without JavaScript', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/')
  const { email, button } = form(page)
  await email.fill('plain@example.com')
  await button.click()
  await expect(page).toHaveURL(/\/newsletter\/thanks$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!')
})

test('a second click while the plain form is being sent does not send it again', async ({
  page,
}) => {
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
  // Playwright's click would wait for the navigation.
  await page.evaluate(() => {
    const button = document.querySelector<HTMLButtonElement>('form button[type=submit]')!
    button.click()
    setTimeout(() => button.click(), 300)
  })
  await page.waitForURL(/thanks$/)
  expect(posts).toHaveLength(1)
})

test('a second click does not send the form again if React loads while the plain form is being sent', async ({
  page,
}) => {
  const posts: string[] = []
  await page.clock.install()
  const releaseReact = await holdReact(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/contact', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue()
    posts.push(route.request().postData() ?? '')
    await answer.promise
    await route.continue()
  })
  const clicked = Promise.withResolvers<void>()
  await page.exposeFunction('tellClicked', () => clicked.resolve())
  await page.goto('/')
  await page.clock.pauseAt(Date.now() + 60_000)
  const { email, button } = form(page)
  await email.fill('slow@example.com')
  // Playwright itself would wait for the navigation.
  await button.evaluate((element: HTMLButtonElement) => {
    const island = element.closest('[data-island]')!
    const clickOnceAwake = () => {
      if (!island.hasAttribute('data-awake')) return
      element.click()
      window.tellClicked()
    }
    new MutationObserver(clickOnceAwake).observe(island, { attributes: true })
  })
  await button.click()
  await page.clock.runFor(10_000)
  await expect.poll(() => posts).toHaveLength(1)
  releaseReact()
  await clicked.promise
  answer.resolve()
  await expect(page).toHaveURL(/\/newsletter\/thanks$/)
  expect(posts).toHaveLength(1)
})

for (const [path, complaint] of [
  ['/', 'Error submitting email:'],
  ['/contact', 'Error sending message:'],
] as const) {
  test(`a submit on ${path} while offline before React has loaded keeps the text and logs an error`, async ({
    page,
    context,
  }) => {
    await page.goto(path)
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await context.setOffline(true)
    await fillInForm(page)
    await submitButton(page).click()
    await expect.poll(() => logged.some((text) => text.startsWith(complaint))).toBe(true)
    await expect(statusOf(page)).toHaveText((await submitButton(page).textContent())!)
    await expect(page.locator('form input[type=email]')).not.toHaveValue('')
  })
}

test('if the island has not loaded after 10 s, the form is sent without JavaScript', async ({
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

/** Delays all scripts. @returns a function that lets them load */
async function holdReact(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a keystroke before React has loaded hides the error once React has loaded', async ({
  page,
}) => {
  const releaseReact = await holdReact(page)
  await page.goto('/newsletter/invalid')
  const { email, error } = form(page)
  await expect(error).toBeVisible()
  await email.pressSequentially('a')
  releaseReact()
  await expect(error).toBeHidden()
})
