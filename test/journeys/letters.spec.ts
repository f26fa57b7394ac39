import { join } from 'node:path'
import { connect } from '#database/connect.ts'
import { scheduleLetter } from '#letters/stored-letters.ts'
import { signupHint } from '#site/signup-hint.ts'
import sharp from 'sharp'
import { axeViolations, wcag } from './axe.ts'
import { overflowing, tooSmall } from './fitting.ts'
import { startSite, type RunningSite } from '../support/start-site.ts'
import { expect, test as journey } from './journey.ts'

// A site of its own: the other journeys expect a home page without a link to a letter.
const test = journey.extend<object, { site: RunningSite }>({
  site: [
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

const markdown = `Hello,

**Three of five companies** had the same question four times.

![A screen with three answers](screen.png)

## What works

- Answers cite their page.
- Gaps name a person.

[Tell us about yours](https://tool.test/)

> It found the page that I had *forgotten*.

| Question | Answer |
| -------- | ------ |
| How many | 412    |
`

test('a public letter and the list of letters are accessible, fit every window and lead to each other', async ({
  page,
  site,
}) => {
  await publish(site.dataDir, 'march')
  const status = async () => (await page.request.get('/letters/march')).status()
  // The site looks every few seconds whether a letter is due.
  await expect.poll(status, { timeout: 60_000 }).toBe(200)
  await page.goto('/')
  await page.getByRole('link', { name: 'Read our latest newsletter' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Half answered')
  const picture = page.getByRole('img', { name: 'A screen with three answers' })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1120)
  const emphasis = page.getByText('forgotten', { exact: true })
  await expect(emphasis).toHaveCSS('font-synthesis-style', 'auto')
  await expectToBeGood(page)
  await page.getByRole('link', { name: 'All newsletters' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Newsletter archive')
  await expectToBeGood(page)
  await page.getByRole('link', { name: 'Half answered' }).click()
  await page.getByPlaceholder('Enter your email').fill('reader@example.com')
  await page.getByPlaceholder('Enter your email').press('Enter')
  await expect(page.getByText(signupHint('en').nextStep, { exact: true })).toBeVisible()
})

async function publish(dataDir: string, name: string) {
  const database = connect({ kind: 'sqlite', file: join(dataDir, 'site.db') })
  const create = { width: 1120, height: 560, channels: 3, background: '#0f2b23' } as const
  const base64 = (await sharp({ create }).png().toBuffer()).toString('base64')
  const file = { name: 'screen.png', file: 'screen-1.png', cid: '1@pictures', base64 }
  const title = 'Half answered'
  const text = { subject: title, html: '', text: '' }
  const letter = {
    name,
    texts: { en: { ...text, page: { title, description: 'News.', markdown, signature: 'Us' } } },
    sender: 'us@spunta.test',
    public_url: 'https://spunta.test',
    pictures: [{ ...file, type: 'image/png' as const, width: 1120, height: 560 }],
  }
  const now = new Date()
  await scheduleLetter(database.db, letter, { dueAt: now, now })
  const at = now.toISOString()
  await database.db
    .insertInto('outbox')
    .values({
      id: 'gone',
      kind: 'letter',
      letter: name,
      about_id: 'reader',
      status: 'sent',
      attempts: 1,
      due_at: at,
      created_at: at,
    })
    .execute()
  await database.close()
}

async function expectToBeGood(page: Parameters<typeof overflowing>[0]) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeViolations(page, { runOnly: [...wcag, 'best-practice'] })).toEqual([])
  }
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflowing(page), `${width} px`).toEqual([])
    expect(await tooSmall(page), `${width} px`).toEqual([])
  }
}
