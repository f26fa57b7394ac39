import type { Page } from '@playwright/test'
import { pitch } from './owner-content.ts'
import { expect, test } from './journey.ts'
import { fillInContactForm, holdSubmissions, submitButton } from './views.ts'

test('the first Tab shows the skip link, and Enter skips the header', async ({ page }) => {
  await page.goto('/contact')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  expect(await focusProblem(page)).toBeUndefined()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByPlaceholder('Your Name')).toBeFocused()
})

test('after a click into the text, Tab moves to the next link in the text', async ({ page }) => {
  await page.goto('/privacy')
  const rights = page.locator('main p:has(a[href="/my-data"])').first()
  await rights.click({ position: { x: 2, y: 2 } })
  await page.keyboard.press('Tab')
  await expect(rights.getByRole('link').first()).toBeFocused()
})

test('the menu opens by Enter, Tab moves through its links, and Escape returns the focus', async ({
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

test('the menu closes when the focus moves past it or the page is left', async ({ page }) => {
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
  // The back/forward cache restores the state at this event.
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await expect(lastLink).toBeHidden()

  await button.click()
  await lastLink.focus()
  await button.click()
  await expect(lastLink).toBeHidden()
})

test('a button pressed by keyboard keeps the focus while a signup is sent and thanked for', async ({
  page,
}) => {
  await page.clock.install()
  const answer = await holdSubmissions(page)
  await page.goto('/')
  await page.getByPlaceholder('Enter your email').focus()
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'Privacy Policy' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(submitButton(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(submitButton(page)).toBeDisabled()
  await expect(submitButton(page)).toBeFocused()
  answer()
  await expect(submitButton(page)).toHaveText('Thank You!')
  await page.clock.runFor(3000)
  await expect(submitButton(page)).toHaveText(pitch.newsletter.button)
  await expect(submitButton(page)).toBeFocused()
})

test('a button pressed by keyboard keeps the focus while a message is sent', async ({ page }) => {
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
  await expect(submitButton(page)).toBeFocused()
  answer()
  await expect(page.getByText('Thank you for reaching out!')).toBeVisible()
  await expect(submitButton(page)).toBeFocused()
  expect(await focusProblem(page)).toBeUndefined()
})

test('the focus stays where the visitor moved it while a message is being sent', async ({
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
  { width: 1440, height: 700 },
  // Equals 1280 × 1024 at 400 % zoom.
  { width: 320, height: 256 },
]

for (const path of ['/', '/about', '/contact', '/terms', '/privacy', '/questionnaire']) {
  test(`Tab and Shift+Tab on ${path} move through elements that are in view, uncovered and outlined`, async ({
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

/** Why the focused element cannot be seen as focused, or undefined. */
function focusProblem(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement!
    const name = `${focused.tagName} ${focused.textContent.slice(0, 30)}`
    if (focused === document.body) return 'nothing has the focus'
    const { outlineStyle, outlineWidth } = getComputedStyle(focused)
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return `${name}: no ring`
    // A wrapped link has one rectangle per line.
    const { left, top, width, height } = focused.getClientRects()[0]!
    const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
    if (!hit) return `${name}: out of view at ${Math.round(top)}`
    if (focused.contains(hit)) return undefined
    return `${name}: under ${hit.tagName} ${hit.className}`
  })
}
