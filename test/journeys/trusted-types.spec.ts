import { expect, test } from './journey.ts'
import { fillInContactForm, submitButton } from './views.ts'

test('text never becomes code, and nothing on the way through the site tries', async ({ page }) => {
  const violations: string[] = []
  await page.exposeFunction('tellViolation', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellViolation } = window as unknown as { tellViolation: (text: string) => void }
      tellViolation(`${event.effectiveDirective} ${event.sourceFile} ${event.sample}`)
    })
  })

  await page.goto('/')
  await page.getByPlaceholder('Enter your email').fill('ada@example.com')
  await submitButton(page).click()
  await expect(page.getByText('Thank You!').first()).toBeVisible()
  await page.goto('/contact')
  await fillInContactForm(page)
  await submitButton(page).click()
  await expect(submitButton(page)).toBeEnabled()
  for (const path of ['/about', '/terms', '/privacy', '/my-data', '/nowhere']) await page.goto(path)
  expect(violations).toEqual([])

  await page.goto('/')
  const attack = page.evaluate(() => (document.body.innerHTML = '<img src=x onerror=alert(1)>'))
  await expect(attack).rejects.toThrow(/TrustedHTML/)
  await expect.poll(() => violations).toHaveLength(1)
})
