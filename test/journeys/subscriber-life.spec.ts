import { once } from 'node:events'
import { test as base, expect, type Page } from '@playwright/test'
import { lettersDir, readLetters } from '#letters/read-letters.ts'
import { welcomeNames } from '#letters/letter-file.ts'
import { catchMail } from '../../src/dev/catch-mail.ts'
import { axeViolations, wcag } from './axe.ts'
import { launched, pitch, site as content } from './owner-content.ts'
import { freePort } from '../support/free-port.ts'
import { startSite, type RunningSite } from '../support/start-site.ts'

// The owner may have changed or removed the welcome letters.
const letters = await readLetters({ lettersDir })
const ownWelcomes = welcomeNames.map(
  (wanted) => letters.find(({ name }) => name === wanted)?.letter,
)
const ownWelcome = (launched && ownWelcomes[1]) || ownWelcomes[0]
const ownSubject = ownWelcome?.texts.en?.subject ?? ''

// Over real SMTP, from the form through the mail server and back by the links in the mail.
const test = base.extend<object, { catcher: Catcher; site: RunningSite }>({
  catcher: [
    async ({}, use) => {
      const catcher = await openCatcher()
      await use(catcher)
      await catcher.close()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ catcher }, use) => {
      // Links in mail contain the port, so it must be known before the start.
      const site = await startSite({ SMTP_URL: catcher.url, PORT: String(await freePort()) })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
})

// Sequential, because each worker would start its own browser, site and mail server.
test.describe.configure({ mode: 'default' })

test('a subscriber signs up, confirms by mail, gets the welcome mail, and unsubscribes', async ({
  page,
  catcher,
}) => {
  test.skip(ownSubject === '', 'needs content/letters/welcome.md')
  await page.goto('/')
  await page.getByPlaceholder('Enter your email').fill('ada@example.com')
  await page.getByRole('button', { name: pitch.newsletter.button }).click()

  const letter = await catcher.mailTo('ada@example.com', /Finish signing up/)
  expect(letter.header('auto-submitted')).toBe('auto-generated')
  await page.goto(letter.link('confirm'))
  await expectNoViolations(page)
  await expect(page.getByText('about once a month')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, sign me up' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list.')

  const welcome = await catcher.mailTo('ada@example.com', new RegExp(RegExp.escape(ownSubject)))
  expect(welcome.header('list-unsubscribe')).toBe(`<${welcome.link('unsubscribe')}>`)
  await page.goto(welcome.link('unsubscribe'))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’ve unsubscribed')
  await expectNoViolations(page)

  await page.goto(letter.link('confirm'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
})

test('a person who did not sign up cancels the signup by the link in the mail', async ({
  page,
  catcher,
}) => {
  await page.goto('/')
  await page.getByPlaceholder('Enter your email').fill('eve@example.com')
  await page.getByRole('button', { name: pitch.newsletter.button }).click()
  const letter = await catcher.mailTo('eve@example.com', /Finish signing up/)
  await page.goto(letter.link('not-me'))
  await page.getByRole('button', { name: 'Cancel the signup' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The signup is cancelled')
  await expectNoViolations(page)
})

test('a mail fits a window of 320 px and passes axe, light and dark', async ({ page, catcher }) => {
  await page.goto('/')
  await page.getByPlaceholder('Enter your email').fill('narrow@example.com')
  await page.getByRole('button', { name: pitch.newsletter.button }).click()
  const letter = await catcher.mailTo('narrow@example.com', /Finish signing up/)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // A blank page, because the site's CSP would block the styles of the mail.
    await page.goto('about:blank')
    await page.setContent(letter.html)
    await expectNoViolations(page)
    // The digest contains lines that do not wrap.
    const wide = `<pre style="overflow: auto">${'line '.repeat(20)}</pre>`
    await page.setContent(letter.html.replace('</h1>', `</h1>${wide}`))
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(320)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor sees, downloads and erases the data the site holds', async ({
    page,
    catcher,
  }) => {
    await page.goto('/contact')
    await page.getByPlaceholder('Your Name').fill('Eva')
    await page.getByPlaceholder('Your Email').fill('eva@example.com')
    await page.getByPlaceholder('Your Message').fill('Please call me.')
    await page.getByRole('button', { name: 'Send Your Message' }).click()
    const notice = await catcher.mailTo(content.email, /Message from Eva/)
    expect(notice.header('reply-to')).toContain('eva@example.com')
    await catcher.mailTo('eva@example.com', /We’ve received your message/)

    await page.goto('/privacy')
    await page.getByRole('link', { name: 'My data' }).first().click()
    await page.getByLabel('Email').fill('eva@example.com')
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')

    const letter = await catcher.mailTo('eva@example.com', /^Your link to the data/)
    await page.goto(letter.link('my-data'))
    await expect(page.getByText('Please call me.')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download my data (JSON)' }).click()
    expect((await download).suggestedFilename()).toBe('my-data.json')

    await expect(page.getByText('“No more email” ends any newsletter subscription')).toBeVisible()
    await page.getByRole('button', { name: 'No more email' }).click()
    await expect(
      page.getByText('“No more email” is on. The only email this website sends'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Allow email again' })).toBeVisible()
    // Outlined on the way there, solid only where it erases.
    const transparent = 'rgba(0, 0, 0, 0)'
    const leading = page.getByRole('link', { name: 'Erase my data' })
    await expect(leading).toHaveCSS('background-color', transparent)
    await leading.click()
    const erasing = page.getByRole('button', { name: 'Yes, erase my data' })
    await expect(erasing).not.toHaveCSS('background-color', transparent)
    await erasing.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your data has been erased')
    await page.goto(letter.link('my-data'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  })
})

test('the data page has its styles, fits a phone and passes axe', async ({ page, catcher }) => {
  await page.goto('/')
  await page.getByPlaceholder('Enter your email').fill('lia@example.com')
  await page.getByRole('button', { name: pitch.newsletter.button }).click()
  await catcher.mailTo('lia@example.com', /Finish signing up/)
  await page.goto('/my-data')
  await expectNoViolations(page)
  await page.getByLabel('Email').fill('lia@example.com')
  await page.getByRole('button', { name: 'Send me the link' }).click()
  const letter = await catcher.mailTo('lia@example.com', /^Your link to the data/)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(letter.link('my-data'))
  await expect(page.getByText('lia@example.com').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await page.evaluate(classesWithoutRules)).toEqual([])
  await expectNoViolations(page)
})

/** Finds components whose styles were not included in the page. */
function classesWithoutRules(): string[] {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
  const css = rules.map(({ cssText }) => cssText).join('')
  const used = [...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList])
  return [...new Set(used)].filter((name) => !css.includes(`.${name}`))
}

/** WCAG AA only, because axe's best practices for whole pages don't fit a mail. */
async function expectNoViolations(page: Page) {
  expect(await axeViolations(page, { runOnly: wcag })).toEqual([])
}

type Catcher = Awaited<ReturnType<typeof openCatcher>>

/** The mail catcher of `npm run dev`, for journeys in a browser. */
async function openCatcher() {
  const { url, mails, arrivals, close } = await catchMail()
  return {
    url,
    close,
    /** Waits for the mail to an address whose subject fits. */
    async mailTo(address: string, subject: RegExp) {
      for (;;) {
        const found = mails.find(({ to, email }) => to === address && subject.test(email.subject!))
        if (!found) {
          await once(arrivals, 'mail', { signal: AbortSignal.timeout(60_000) })
          continue
        }
        const { html, text, headers } = found.email
        return {
          html: html!,
          header: (name: string) => headers.find(({ key }) => key === name)?.value,
          /** The address of the link of a kind, from the text part. */
          link: (kind: 'confirm' | 'not-me' | 'unsubscribe' | 'my-data') =>
            new RegExp(`http://\\S+/${kind}/[\\w-]+`).exec(text!)![0],
        }
      }
    },
  }
}
