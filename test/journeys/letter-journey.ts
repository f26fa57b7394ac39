import { expect, type Page } from '@playwright/test'
import { catchMail } from '../../src/dev/catch-mail.ts'
import { test as withConsole } from './console-journey.ts'

export const test = withConsole.extend<{ inbox: Awaited<ReturnType<typeof catchMail>> }>({
  inbox: async ({}, use) => {
    const inbox = await catchMail()
    await use(inbox)
    await inbox.close()
  },
})

export const subject = 'A first look: eighty-four questions'
export const name = 'a-first-look-eighty-four-questions'

/** Begins a letter, and stays on its page. */
export async function begin(page: Page, base: string) {
  await page.goto(`${base}letters`)
  await page.getByLabel('Subject of a new letter').fill(subject)
  await page.getByRole('button', { name: 'Start writing' }).click()
  await expect(page).toHaveURL(`${base}letters/${name}`)
}

export const english = (page: Page) => page.locator('#text-en')
export const saved = (page: Page) => page.locator('#saved')
export const mailOf = (page: Page, language = 'en') =>
  page.frameLocator(`.mail[data-language=${language}] iframe:not(.next)`)

/** Types at the end of the text, and waits until that is stored. */
export async function write(page: Page, text: string) {
  const stored = page.waitForResponse((response) => response.url().endsWith('/save'))
  await english(page).press('Control+End')
  await english(page).pressSequentially(text)
  await stored
  await expect(saved(page)).toHaveText(/^Saved \d\d:\d\d$/)
}
