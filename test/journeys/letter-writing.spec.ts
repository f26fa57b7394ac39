import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { site } from '#content/content.ts'
import { openDatabase } from '#database/open-database.ts'
import { readDraft } from '#letters/letter-drafts.ts'
import { open } from './console-journey.ts'
import { begin, english, mailOf, subject, test, write } from './letter-journey.ts'

test('a letter is written with the keyboard alone, and undo brings the text back', async ({
  page,
  start,
}) => {
  const { base } = await open(page, await start('a little'))
  await begin(page, base)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByRole('link', { name: 'Italiano' }).focus()
  await press('Tab', 'Tab', 'ArrowRight')
  await expect(page.getByRole('button', { name: 'Heading' }).first()).toBeFocused()
  await press('Tab', 'Enter')
  await expect(page.locator('[name="en.preview"]')).toBeFocused()
  await press('Tab')
  await expect(english(page)).toBeFocused()
  await page.keyboard.type('Hello')
  await press('Shift+Control+ArrowLeft', 'Control+b')
  await expect(english(page)).toHaveValue('**Hello**')
  await press('Control+z')
  await expect(english(page)).toHaveValue('Hello')
  await press('Control+s')
  await expect(page.locator('#saved-now')).toHaveText(/^Saved/)
  await press('Tab')
  await expect(page.getByRole('radio', { name: 'Phone' }).first()).toBeFocused()
  await press('Tab', 'Tab', 'Tab')
  // The frame scrolls, but none of its links is a stop.
  await expect(page.locator('[name="it.subject"]')).not.toBeFocused()
  const stops = await mailOf(page).locator('a:not([tabindex="-1"])').count()
  expect(stops).toBe(0)
})

test('a picture that can’t be used is refused in one sentence, and the text stays', async ({
  page,
  start,
}) => {
  const { base } = await open(page, await start('none'))
  await begin(page, base)
  await write(page, 'Hello')
  const file = { name: 'photo.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture') }
  await page.locator('[name="en.picture"]').setInputFiles(file)
  await expect(page.getByRole('alert').filter({ hasText: 'photo.heic' })).toContainText(
    'photo.heic can',
  )
  await expect(english(page)).toHaveValue('Hello')
})

test('a link saves the last words before it leaves the letter, without a question', async ({
  page,
  start,
}) => {
  const { base } = await open(page, await start('none'))
  await begin(page, base)
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.accept()
  })
  await english(page).fill('The last words')
  await page.getByRole('link', { name: '← Letters' }).click()
  await page.getByRole('link', { name: subject }).click()
  await expect(english(page)).toHaveValue('The last words')
  expect(questions).toEqual([])
})

test('the text of a welcome letter is used with words that are not saved yet', async ({
  page,
  start,
}) => {
  const owner = await start('none')
  const { base } = await open(page, owner)
  await using database = await openDatabase(owner.target)
  const at = new Date().toISOString()
  const textsOf = (body: string) =>
    JSON.stringify(
      Object.fromEntries(site.languages.map((one) => [one, { subject: 'Hi', preview: '', body }])),
    )
  const times = { created_at: at, saved_at: at, used_at: at }
  const texts = { texts: textsOf('New'), used_texts: textsOf('Old') }
  await database.db
    .insertInto('letter_drafts')
    .values({ name: 'welcome', version: 2, is_public: 0, samples: null, ...texts, ...times })
    .execute()
  await page.goto(`${base}letters/welcome`)
  await english(page).evaluate((field: HTMLTextAreaElement) => {
    field.value = 'New words'
    document.querySelector<HTMLButtonElement>('#use button')!.click()
  })
  await expect(page.getByText('each person who confirms gets this text')).toBeVisible()
  expect((await readDraft(database.db, 'welcome'))?.used?.en.body).toBe('New words')
})

test('the page says of when a mail is that its text no longer becomes, and hides that of an empty sheet', async ({
  page,
  start,
}) => {
  const { base } = await open(page, await start('none'))
  await begin(page, base)
  await write(page, 'Hello')
  const italian = page.locator('.mail[data-language=it]')
  for (const text of (await italian.count()) === 0 ? [] : ['Ciao', '', 'Ciao']) {
    await page.locator('#text-it').fill(text)
    await expect(italian.locator('iframe:not(.next)')).toBeVisible({ visible: text !== '' })
  }
  await page.reload()
  await write(page, `\n\n${'long'.repeat(600)}`)
  await expect(page.locator('#note-en')).toHaveText(
    /^The mail as it was at \d\d:\d\d. Line 3 must be put right first.$/,
  )
  await expect(page.locator('.mail iframe').first()).toBeVisible()
})

test('text that is pasted with a picture of it, as Word and Excel copy it, stays text', async ({
  page,
  start,
}) => {
  const { base } = await open(page, await start('none'))
  await begin(page, base)
  const isTaken = await english(page).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['picture'], 'image.png', { type: 'image/png' }))
    clipboardData.setData('text/plain', 'Words')
    clipboardData.setData('text/html', '<p>Words</p>')
    const options = { clipboardData, bubbles: true, cancelable: true }
    return !field.dispatchEvent(new ClipboardEvent('paste', options))
  })
  expect(isTaken).toBe(false)
})

test('the button for a list marks each line of the selection', async ({ page, start }) => {
  const { base } = await open(page, await start('none'))
  await begin(page, base)
  await english(page).fill('one\n\ntwo')
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'List' }).first().click()
  await expect(english(page)).toHaveValue('- one\n\n- two')
})

test('pictures that are dropped together follow each other, and words typed meanwhile stay', async ({
  page,
  start,
}) => {
  const { base } = await open(page, await start('none'))
  await begin(page, base)
  await english(page).fill('Before\n\nAfter')
  await english(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 6))
  const bytes = [...readFileSync('docs/site.webp')]
  await english(page).evaluate((field, given) => {
    const dataTransfer = new DataTransfer()
    for (const file of ['one.webp', 'two.webp'])
      dataTransfer.items.add(new File([new Uint8Array(given)], file))
    field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, bytes)
  await expect(page.getByText('Adding one.webp…')).toBeVisible()
  await english(page).press('Control+End')
  await page.keyboard.type(' that')
  const pictures = 'Before\n\n![](one.webp)\n\n![](two.webp)\n\nAfter that'
  await expect(english(page)).toHaveValue(pictures)
  await page.keyboard.type('!')
  await expect(english(page)).toHaveValue(`${pictures}!`)
})
