import { expect } from '@playwright/test'
import { openDatabase } from '#database/open-database.ts'
import { readDraft } from '#letters/letter-drafts.ts'
import { readLetterStatus } from '#letters/stored-letters.ts'
import { startSite } from '../support/start-site.ts'
import { axeViolations, wcag } from './axe.ts'
import { open } from './console-journey.ts'
import { begin, english, mailOf, name, saved, subject, test, write } from './letter-journey.ts'
import { launched } from './owner-content.ts'

test('a letter is written, illustrated, looked at, tested, scheduled for the launch, cancelled and sent', async ({
  page,
  start,
  inbox,
}) => {
  const owner = await start('a little', undefined, { SMTP_URL: inbox.url })
  const { base, complaints } = await open(page, owner)
  await begin(page, base)
  await write(page, 'Hello **you**')
  await expect(mailOf(page).getByRole('paragraph').filter({ hasText: 'Hello you' })).toBeVisible()

  await page.locator('[name="en.picture"]').setInputFiles('docs/site.webp')
  await expect(english(page)).toHaveValue('Hello **you**\n\n![](site.webp)')
  await expect(page.getByText('Say what it shows.')).toBeVisible()
  await expect(page.getByRole('link', { name: '1 to put right' })).toBeVisible()
  await expect(mailOf(page).locator('img')).toBeVisible()
  await page.getByRole('link', { name: 'Go there' }).click()
  await page.keyboard.type('The home page')
  await expect(english(page)).toHaveValue('Hello **you**\n\n![The home page](site.webp)')
  await expect(page.getByRole('link', { name: 'Check and send' })).toBeVisible()

  // What stands on the page goes out, although the last words are not saved yet.
  await english(page).press('Control+End')
  await page.keyboard.insertText('\n\nBye')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('and to nobody else')).toBeVisible()
  expect(inbox.mails[0]!.email.subject).toBe(`[Test] ${subject}`)
  expect(inbox.mails[0]!.email.text).toContain('Bye')

  test.skip(launched !== false, 'needs a launch to come')
  await page.getByRole('radio', { name: 'At the launch' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(
    page.getByRole('heading', { name: 'Send this to everyone, at the launch?' }),
  ).toBeVisible()
  const send = async (button: string) => {
    await page.getByRole('checkbox', { name: /get the English text/ }).check()
    await page.getByLabel('type the number of people').fill('30')
    await page.getByRole('button', { name: button }).click()
  }
  await send('Schedule it for the launch')
  await expect(page.getByText('waits for the launch')).toBeVisible()
  await using database = await openDatabase(owner.target)
  const { db } = database
  expect(await readLetterStatus(db, name)).toMatchObject({ at_launch: 1, queued: 30 })
  await page.getByRole('button', { name: 'Cancel and edit' }).click()
  await expect(english(page)).toHaveValue(/Bye$/)

  await page.getByRole('radio', { name: 'Now' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await send('Send it now')
  await expect(page.getByText('It goes out within seconds')).toBeVisible()
  expect(complaints).toEqual([])
  const file = owner.target.kind === 'sqlite' ? owner.target.file : ''
  const site = await startSite({ SMTP_URL: inbox.url, DATABASE_URL: `sqlite:${file}` })
  await expect
    .poll(() => inbox.mails.filter((mail) => mail.email.subject === subject).length)
    .toBe(30)
  await site.stop()
  const [mail] = inbox.mails
  expect(mail!.email.attachments).toHaveLength(1)
  await expect(page.getByText('A letter is sent once')).toBeVisible()
  await page.getByRole('button', { name: 'Write a new one like this' }).click()
  await expect(page).toHaveURL(`${base}letters/${name}-2`)
  await expect(page.getByText('site.webp, ')).toBeVisible()
})

test('two tabs lose no text: the second one shows both, and each can be kept', async ({
  page,
  context,
  start,
}) => {
  const owner = await start('none')
  const { base } = await open(page, owner)
  await begin(page, base)
  const other = await context.newPage()
  await other.goto(page.url())
  await write(page, 'Mine')
  await english(other).fill('Their')
  await expect(other.getByRole('alert')).toContainText('also changed somewhere else')
  // Somebody who types does not look at the page all the time.
  await other.keyboard.type('s')
  await expect(english(other)).toHaveValue('Theirs')
  await expect(other.getByRole('region', { name: 'The stored version' })).toContainText('Mine')
  expect(
    await axeViolations(other, { iframes: false, runOnly: [...wcag, 'best-practice'] }),
  ).toEqual([])
  await other.getByRole('button', { name: 'Keep mine' }).click()
  await expect(other.getByText('The version that you didn’t choose')).toBeVisible()
  await other.getByRole('link', { name: 'Italiano' }).or(other.locator('#on')).first().click()
  await expect(other.locator('.leftover')).toContainText('Mine')
  await using database = await openDatabase(owner.target)
  expect((await readDraft(database.db, name))?.texts.en.body).toBe('Theirs')

  await english(page).fill('Mine again')
  await page.getByRole('button', { name: 'Take this one' }).click()
  await expect(english(page)).toHaveValue('Theirs')
  await expect(page.locator('.leftover')).toContainText('Mine again')
  await write(page, '!')
  expect((await readDraft(database.db, name))?.texts.en.body).toBe('Theirs!')
})

test('two versions keep the console open, and lose nothing when it ends before the choice', async ({
  page,
  context,
  start,
}) => {
  const owner = await start('none')
  await page.clock.install()
  const { base } = await open(page, owner)
  await begin(page, base)
  const other = await context.newPage()
  await other.goto(page.url())
  await write(other, 'Theirs')
  await english(page).fill('Mine')
  await expect(page.getByRole('button', { name: 'Keep mine' })).toBeVisible()
  const isAsked = page.waitForRequest((request) => request.url().endsWith(`/letters/${name}`))
  await page.clock.fastForward(60_000)
  await isAsked
  await owner.stop()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.locator('#ended')).toBeVisible()
  await expect(english(page)).toHaveValue('Mine')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  expect((await downloading).suggestedFilename()).toBe(`${name}.md`)
})

test('a letter is written, illustrated and tested without JavaScript', async ({
  browser,
  start,
  inbox,
}) => {
  const owner = await start('a little', undefined, { SMTP_URL: inbox.url })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const { base } = await open(page, owner)
  await begin(page, base)
  await english(page).fill('Hello')
  await page.getByLabel('Add a picture').first().setInputFiles('docs/site.webp')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(english(page)).toHaveValue('Hello\n\n![](site.webp)\n')
  await english(page).fill('Hello\n\n![The home page](site.webp)')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mailOf(page).getByText('Hello', { exact: true })).toBeVisible()
  const damaged = { name: 'photo.heic', mimeType: 'image/heic', buffer: Buffer.from('damaged') }
  await page.getByLabel('Add a picture').first().setInputFiles(damaged)
  for (const text of ['Saved beside it', 'Hello\n\n![The home page](site.webp)']) {
    await english(page).fill(text)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(english(page)).toHaveValue(text)
    await expect(saved(page)).toHaveText(/^Saved/)
    if (text.startsWith('Saved'))
      await expect(page.getByRole('status').first()).toContainText('photo.heic can')
  }
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByRole('status').first()).toContainText('and to nobody else')
  const other = await context.newPage()
  await other.goto(page.url())
  await english(other).fill('Other')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await english(page).fill('Mine')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(english(page)).toHaveValue('Mine')
  await expect(page.locator('.leftover')).toContainText('Other')
  await page.getByText('Delete this draft').click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByRole('status')).toHaveText(`${name} was deleted.`)
  await context.close()
})

test('the pages of a draft are accessible in light and dark', async ({ page, start }) => {
  const { base } = await open(page, await start('a little'))
  const options = { iframes: false, runOnly: [...wcag, 'best-practice'] }
  await page.goto(`${base}letters/winter`)
  await page.getByText('Name and page').click()
  await expect(page.getByText('checking…')).toHaveCount(0)
  const seen = await page.locator('.go [name=seen]').first().inputValue()
  const lastLook = `${base}letters/winter/send?when=now&time=&seen=${seen}`
  for (const path of [page.url(), lastLook]) {
    await page.goto(path)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await axeViolations(page, options), `${path} ${width} ${colorScheme}`).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  }
})

test('a console that has ended loses nothing of an open letter', async ({ page, start }) => {
  const owner = await start('none')
  const { base } = await open(page, owner)
  await begin(page, base)
  await write(page, 'Hello')
  await owner.stop()
  await english(page).pressSequentially(', you')
  await expect(page.getByText('The console doesn’t answer')).toBeVisible()
  await expect(saved(page)).toHaveText(/^Not saved since/)
  await expect(english(page)).toHaveValue('Hello, you')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  expect((await downloading).suggestedFilename()).toBe(`${name}.md`)
})

test('a save whose answer is lost is sent again, and is no second version of the letter', async ({
  page,
  start,
}) => {
  const owner = await start('none')
  await page.clock.install()
  const { base } = await open(page, owner)
  await begin(page, base)
  await using database = await openDatabase(owner.target)
  const storedText = async () => (await readDraft(database.db, name))?.texts.en.body
  let isStalled = true
  await page.route('**/save', async (route) => {
    if (isStalled) await route.fetch({ maxRedirects: 0 })
    else await route.continue()
  })
  await english(page).fill('One')
  await expect.poll(storedText).toBe('One')
  await english(page).fill('One two')
  await page.clock.fastForward(120_000)
  await expect(page.getByText('The console doesn’t answer')).toBeVisible()
  isStalled = false
  // The next save may have stalled, too.
  await page.clock.fastForward(120_000)
  await expect(saved(page)).toHaveText(/^Saved/)
  await expect(page.locator('#ended')).toHaveCount(0)
  await expect.poll(storedText).toBe('One two')
})

test('a text that is too long is refused each time', async ({ page, start }) => {
  const { base } = await open(page, await start('none'))
  await begin(page, base)
  const alert = page.getByRole('alert').filter({ hasText: 'make it shorter' })
  for (const text of ['Short', 'Shorter']) {
    await english(page).fill('long '.repeat(50_000))
    await expect(alert).toBeVisible()
    await english(page).fill(text)
    await expect(alert).toBeHidden()
  }
})

test('the mail of a file stays on the page when the checks arrive', async ({ page, start }) => {
  const { base } = await open(page, await start('none'))
  const first = await page.goto(`${base}letters/launch`)
  expect(await first!.text()).toContain('checking…')
  const frame = page.locator('.mail iframe').first()
  await frame.evaluate((element) => Object.assign(element, { isFirst: true }))
  await expect(page.getByText('checking…')).toHaveCount(0)
  expect(await frame.evaluate((element) => 'isFirst' in element)).toBe(true)
})
