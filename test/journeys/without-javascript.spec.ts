import { pitch, site } from './owner-content.ts'
import { expect, test } from './journey.ts'

test.use({ javaScriptEnabled: false })

test('a signup without JavaScript leads to the page Thank You!', async ({ page }) => {
  await page.goto('/')
  await page.getByPlaceholder('Enter your email').fill('plain@example.com')
  await page.getByRole('button', { name: pitch.newsletter.button }).click()
  await expect(page).toHaveURL(/\/newsletter\/thanks$/)
  // Below the empty box of the page that confirms.
  await expect(page.locator('i + h1')).toHaveText('Thank You!')
  await expect(page.getByRole('main')).toContainText(
    `from ${site.brand}. Not there? Check your spam`,
  )
  await expect(page.getByRole('contentinfo')).toContainText(pitch.tagline)
})

test('a message without JavaScript leads to the confirmation page', async ({ page }) => {
  await page.goto('/contact')
  await page.getByPlaceholder('Your Name').fill('Ada')
  await page.getByPlaceholder('Your Email').fill('ada@example.com')
  await page.getByPlaceholder('Your Message').fill('Line one\nline two\twith a tab')
  await page.getByRole('button', { name: 'Send Your Message' }).click()
  await expect(
    page.getByText("Thank you for reaching out! We'll get back to you shortly."),
  ).toBeVisible()
})

test('an address rejected by the server leads to a page with the error and the form', async ({
  page,
}) => {
  await page.goto('/')
  // Passes the browser's check, but is longer than mail allows.
  await page.getByPlaceholder('Enter your email').fill(`${'a'.repeat(65)}@example.com`)
  await page.getByRole('button', { name: pitch.newsletter.button }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByPlaceholder('Enter your email').fill('right@example.com')
  await page.getByRole('button', { name: pitch.newsletter.button }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!')
})

test('the menu opens, closes and navigates without JavaScript', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  const about = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'About Us' })
  await expect(about).toBeHidden()
  await menu.click()
  await expect(about).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(about).toBeHidden()
  await menu.click()
  await page.mouse.click(195, 800)
  await expect(about).toBeHidden()
  await menu.click()
  await expect(about).toBeVisible()
  await menu.click()
  await expect(about).toBeHidden()
  await menu.click()
  await about.click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(about).toBeHidden()
})
