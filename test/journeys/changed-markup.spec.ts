import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { fillInContactForm, submitButton } from './views.ts'

/** Wraps every text in <font>, as the translation of browsers does. */
function translate() {
  const texts: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts.filter((node) => node.data.trim() !== '')) {
    const font = document.createElement('font')
    text.replaceWith(font)
    font.append(text)
  }
}

function addIcon() {
  document.querySelector('form input')!.after(document.createElement('div'))
}

/** Marks the island once React has given up and the plain form is back. */
function markRestored() {
  const island = document.querySelector('[data-island]')!
  const plain = island.firstChild
  new MutationObserver(() => {
    island.toggleAttribute('data-restored', island.firstChild === plain)
  }).observe(island, { childList: true })
}

for (const [cause, change] of [
  ['a translation', translate],
  ['an extension', addIcon],
] as const) {
  for (const hasTrustedTypes of [true, false]) {
    const where = hasTrustedTypes ? 'with Trusted Types' : 'without Trusted Types'
    test(`a form changed by ${cause} keeps text and focus, and is sent without JavaScript (${where})`, async ({
      page,
    }) => {
      if (!hasTrustedTypes) await removeTrustedTypes(page)
      await page.goto('/')
      await page.evaluate(change)
      const words = await page.locator('main').innerText()
      const email = page.getByPlaceholder('Enter your email')
      await page.evaluate(markRestored)
      await email.pressSequentially('ada')
      await page.locator('[data-restored]').waitFor()
      await page.keyboard.type('@example.com')
      await expect(email).toBeFocused()
      await expect(email).toHaveValue('ada@example.com')
      expect(await page.locator('main').innerText()).toBe(words)
      await page.evaluate(() => {
        const island = document.querySelector('[data-island]')!
        new MutationObserver(() => island.remove()).observe(island, { childList: true })
      })
      await submitButton(page).hover()
      await submitButton(page).click()
      await expect(page).toHaveURL(/\/newsletter\/thanks$/)
    })
  }
}

test('a translated form submitted before React has loaded is sent without JavaScript', async ({
  page,
}) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await page.goto('/contact')
  await page.evaluate(translate)
  await fillInContactForm(page)
  await submitButton(page).click()
  await expect(page).toHaveURL(/\/contact\/thanks$/)
})

async function removeTrustedTypes(page: Page) {
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
}
