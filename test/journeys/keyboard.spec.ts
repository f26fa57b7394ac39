import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { fillInContactForm, holdSubmissions, submitButton } from './views.ts'

test('the first Tab shows the skip link, and Enter leads past the header', async ({ page }) => {
  await page.goto('/contact')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  expect(await focusProblem(page)).toBeUndefined()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByPlaceholder('Your Name')).toBeFocused()
})

test('who clicks into the text goes on from there by Tab', async ({ page }) => {
  await page.goto('/privacy')
  const rights = page.locator('main p:has(a[href="/my-data"])').first()
  await rights.click({ position: { x: 2, y: 2 } })
  await page.keyboard.press('Tab')
  await expect(rights.getByRole('link').first()).toBeFocused()
})

test('the menu opens by Enter, leads on by Tab, and Escape gives the focus back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Tab')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(links.nth(1)).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/about$/)
})

test('whoever goes on past the menu, or leaves the page, leaves it closed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about')
  const button = page.getByRole('button', { name: 'Menu' })
  const lastLink = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last()
  await button.click()
  await lastLink.focus()
  await page.keyboard.press('Tab')
  await expect(lastLink).toBeHidden()
  await expect(page.getByRole('link', { name: /^LinkedIn profile/ }).first()).toBeFocused()

  await button.click()
  await expect(lastLink).toBeVisible()
  // Back shows a page as it was when this event came.
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await expect(lastLink).toBeHidden()

  await button.click()
  await lastLink.focus()
  await button.click()
  await expect(lastLink).toBeHidden()
})

test('a signup by keys alone: the button has the focus again when all is over', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  await page.getByPlaceholder('Enter your email').focus()
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'Privacy Policy' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(submitButton(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(submitButton(page)).toHaveText('Thank You!')
  await page.clock.runFor(3000)
  await expect(submitButton(page)).toHaveText('Embark on the Journey')
  await expect(submitButton(page)).toBeFocused()
})

test('a message by keys alone: the button gets back the focus that it lost while sending', async ({
  page,
}) => {
  const answer = await holdSubmissions(page)
  await page.goto('/contact')
  await page.getByPlaceholder('Your Name').focus()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hello')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'Privacy Policy' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(submitButton(page)).toBeDisabled()
  await expect(submitButton(page)).not.toBeFocused()
  answer()
  await expect(page.getByText('Thank you for reaching out!')).toBeVisible()
  await expect(submitButton(page)).toBeFocused()
  expect(await focusProblem(page)).toBeUndefined()
})

test('whoever moves on while the message is being sent is left where they are', async ({
  page,
}) => {
  const answer = await holdSubmissions(page)
  await page.goto('/contact')
  await fillInContactForm(page)
  await submitButton(page).press('Enter')
  await expect(submitButton(page)).toBeDisabled()
  const elsewhere = page.getByRole('link', { name: 'Terms & Conditions' })
  await elsewhere.focus()
  answer()
  await expect(submitButton(page)).toBeEnabled()
  await expect(elsewhere).toBeFocused()
})

const windows = [
  { width: 390, height: 700 },
  { width: 1440, height: 700 },
  // A window of 1280 × 1024 zoomed to 400 %.
  { width: 320, height: 256 },
]

for (const path of ['/', '/about', '/contact', '/terms', '/privacy']) {
  test(`${path}: forwards and back, each stop is in view, marked, and under nothing`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const size of windows) {
      await page.setViewportSize(size)
      await page.goto(path)
      const stops = await page
        .locator('a[href], button, input, textarea')
        .evaluateAll(
          (found) =>
            found.filter(
              (element) => element.checkVisibility() && !element.closest('[aria-hidden]'),
            ).length,
        )
      const forwards = Array.from({ length: stops }, () => 'Tab')
      const back = Array.from({ length: stops - 1 }, () => 'Shift+Tab')
      for (const [index, key] of [...forwards, ...back].entries()) {
        await page.keyboard.press(key)
        expect(await focusProblem(page), `${size.width} px, ${index + 1}: ${key}`).toBeUndefined()
      }
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    }
  })
}

/** What keeps the focused element from being seen as such, if anything does. */
function focusProblem(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement!
    const name = `${focused.tagName} ${focused.textContent.slice(0, 30)}`
    if (focused === document.body) return 'nothing has the focus'
    const { outlineStyle, outlineWidth } = getComputedStyle(focused)
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return `${name}: no ring`
    // A link that wraps has a box for each line.
    const { left, top, width, height } = focused.getClientRects()[0]!
    const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
    if (!hit) return `${name}: out of view at ${Math.round(top)}`
    if (focused.contains(hit)) return undefined
    return `${name}: under ${hit.tagName} ${hit.className}`
  })
}
