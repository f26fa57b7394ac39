import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { site } from '#content/content.ts'
import { addPicture } from '#letters/draft-pictures.ts'
import { readDraft } from '#letters/letter-drafts.ts'
import { renderLetter } from '#letters/letter-mail.tsx'
import { readLetters } from '#letters/read-letters.ts'
import { scheduleLetter } from '#letters/stored-letters.ts'
import { dialects, type DialectName } from '../../../test/support/databases.ts'
import { queueDue } from '../../../test/support/letters.ts'
import { now, signIn } from '../../../test/support/open-console.ts'
import { seedSubscribers } from '../../../test/support/seed-subscribers.ts'

/** A console with a new letter, as its page shows it. */
async function openDraft(dialect: DialectName, name = 'news') {
  const lettersDir = mkdtempSync(join(tmpdir(), 'letters-'))
  const console = await signIn(dialect, { lettersDir, publicUrl: 'http://localhost:3000' })
  const { ask, base, cookie, origin, see, db } = console
  const post = async (path: string, fields: Record<string, string> = {}) => {
    const type = 'application/x-www-form-urlencoded'
    const from = { cookie, origin, 'content-type': type }
    const { status, headers, body } = await ask(
      `${base}/${path}`,
      from,
      'POST',
      new URLSearchParams(fields),
    )
    return { status, body, to: headers.location?.slice(base.length + 1) }
  }
  const save = (fields: Record<string, string>) =>
    post(`letters/${name}/save`, { version: '1', 'en.subject': 'News', ...fields })
  const page = async (path = '') => (await see(`letters/${name}${path}`)).body
  const draft = () => readDraft(db, name)
  await post('letters', { subject: 'News' })
  return { ...console, lettersDir, post, save, page, draft }
}

for (const dialect of dialects) {
  test(`a draft is saved, and a second text on the same version is shown beside it (${dialect})`, async () => {
    const { post, save, page, draft } = await openDraft(dialect)
    expect(await save({ 'en.body': 'One\r\ntwo' })).toMatchObject({
      status: 303,
      to: 'letters/news',
    })
    expect(await draft()).toMatchObject({ version: 2, texts: { en: { body: 'One\ntwo' } } })
    expect(await page()).toContain('One\ntwo</textarea>')
    const conflict = await save({ 'en.body': 'Three' })
    expect(conflict.status).toBe(409)
    expect(conflict.body).toContain('Three</textarea>')
    expect(conflict.body).toContain('<mark><bdi>One\ntwo</bdi></mark>')
    expect(await draft()).toMatchObject({ texts: { en: { body: 'One\ntwo' } } })
    const theirs = await save({ 'en.body': 'Three', version: '2', keep: 'stored' })
    expect(theirs.body).toMatch(/One\ntwo<\/textarea>[^]*didn’t choose[^]*Three/)
    const mine = await save({ 'en.body': 'Three', version: '2', keep: 'mine' })
    expect(mine.body).toMatch(/Three<\/textarea>[^]*didn’t choose[^]*One\ntwo/)
    expect(await draft()).toMatchObject({ version: 3, texts: { en: { body: 'Three' } } })
    expect((await post('letters/news/delete')).to).toBe('letters')
    const lost = await save({ 'en.body': 'Four', version: '3' })
    expect(lost.status).toBe(422)
    expect(lost.body).toContain('It was deleted or renamed in the meantime.')
  })

  test(`the comparison of two versions says if only one of them has a page on the site (${dialect})`, async () => {
    const { save, draft } = await openDraft(dialect)
    await save({ public: 'true' })
    const { status, body } = await save({ 'en.body': 'Three' })
    expect(status).toBe(409)
    expect(body).toMatch(/is ticked in the stored version, but not in yours\.<\/p>/)
    await save({ version: '2', 'en.body': 'Three', keep: 'mine' })
    expect(await draft()).toMatchObject({ version: 3, isPublic: false })
    expect((await save({ 'en.body': 'Three', public: 'true' })).body).toContain(
      'is ticked in yours, but not in the stored version. The texts are the same.',
    )
    expect((await save({ 'en.body': 'Four' })).body).not.toContain('is ticked in')
  })

  test(`a draft is renamed, gets a page, and is copied (${dialect})`, async () => {
    const { post, save, draft, see } = await openDraft(dialect)
    await save({ 'en.body': 'Hello', public: 'true' })
    expect(await draft()).toMatchObject({ isPublic: true })
    expect((await post('letters/news/again')).to).toBe('letters/news-2')
    expect((await post('letters/news/rename', { name: 'march' })).to).toBe('letters/march')
    expect((await post('letters/march/rename', { name: 'no way' })).to).toBe('letters/march')
    expect((await see('letters/march')).body).toContain('A name has at most 60 letters')
    expect((await see('letters')).body).toMatch(/letters\/march[^]*letters\/news-2/)
  })
}

test.skipIf(site.languages.length === 1)(
  'a translation that is missing is named with its readers, if there are any',
  async () => {
    const { page, db } = await openDraft('sqlite')
    expect(await page()).toContain('</strong> is not written<p')
    expect(await page()).not.toContain('0 people signed up')
    await seedSubscribers(db, 2)
    await db.updateTable('subscribers').set({ language: 'it' }).execute()
    expect(await page()).toContain('is not written, and 2 people signed up in it')
    expect(await page()).toContain('2 people signed up in Italian. If you leave this sheet empty')
  },
)

test('a text that is too long is answered with one sentence, and stays on the page', async () => {
  const { save, draft } = await openDraft('sqlite')
  const { status, body } = await save({ 'en.body': 'long '.repeat(50_000) })
  expect(status).toBe(422)
  expect(body).toContain('over 200: make it shorter')
  expect(body).toContain(`${'long '.repeat(50_000)}</textarea>`)
  expect(await draft()).toMatchObject({ version: 1 })
})

test('a post of over 52 MB is refused before it is read into memory', async () => {
  const { save } = await openDraft('sqlite')
  const { body } = await save({ 'en.body': 'a'.repeat(53_000_000) })
  expect(body).toContain('over 52 MB: add one picture at a time')
})

test('the preview of a draft runs nothing, loads nothing, and Tab passes its links', async () => {
  const { save, see } = await openDraft('sqlite')
  await save({ 'en.body': 'Look: [here](https://spunta.eu) <script>alert(1)</script>' })
  const { body, headers } = await see('letters/news/html?language=en')
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none';.*; sandbox allow-same-origin$/,
  )
  expect(body).not.toContain('<script')
  expect(body).not.toMatch(/<a (?!tabindex="-1")/)
  const dark = (await see('letters/news/html?language=en&scheme=dark')).body
  expect(dark).toContain('@media all {')
  expect((await see('letters/news/html?language=en&scheme=light')).body).toContain(
    '@media not all {',
  )
})

test('the row of an inbox leaves the title of the letter out, as the mail does', async () => {
  const { save, page, see } = await openDraft('sqlite')
  await save({ 'en.body': '\n# The *title*\n\nThe first words' })
  const row = /class="inbox"[^]*?<\/div>/.exec(await page())![0]
  expect(row).toContain('<bdi>The first words</bdi>')
  const mail = (await see('letters/news/html?language=en')).body
  expect(mail).toMatch(/display:none[^>]*>The first words/)
})

test('the last look asks for what is missing, and refuses a text that has changed', async () => {
  const { save, see, page } = await openDraft('sqlite')
  await save({ 'en.body': 'Hello' })
  const seen = /name="seen" value="(\w+)"/.exec(await page())![1]!
  const look = (more: string) => see(`letters/news/send?${more}&seen=${seen}`)
  expect((await look('when=now&time=')).body).toContain('Send this to everyone, now?')
  expect((await look('when=now&time=')).body.match(/name="fallback"/g) ?? []).toHaveLength(
    site.languages.length - 1,
  )
  expect((await look('when=time&time=2020-01-01T09:00')).headers.location).toMatch(/letters\/news$/)
  expect(await page()).toContain('has passed')
  await save({ 'en.body': 'Hello again', version: '2' })
  expect((await look('when=now&time=')).status).toBe(303)
  expect(await page()).toContain('has changed since you opened this page')
})

test('a file is copied to be edited, and used again', async () => {
  const { post, lettersDir, see } = await openDraft('sqlite')
  for (const file of ['march.md', 'march.it.md'])
    writeFileSync(join(lettersDir, file), '---\nsubject: March\n---\nFrom the file\n')
  expect((await see('letters/march')).body).toContain('This letter is a file of the release')
  expect((await post('letters/march/edit')).to).toBe('letters/march')
  expect((await see('letters/march')).body).toContain('From the file</textarea>')
  expect((await see('letters')).body).toContain('instead of content/letters/march.md')
  await post('letters/march/file')
  expect((await see('letters/march')).body).toContain('This letter is a file of the release')
})

test('the size of the pictures is said of each mail, if it is not too large', async () => {
  const { save, page, db } = await openDraft('sqlite')
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const pictureOf = (width: number) =>
    sharp({ create: { width, height: 900, channels: 3, background: '#888', noise } })
  const add = async (width: number) =>
    await addPicture(db, 'news', 'a.jpg', await pictureOf(width).jpeg().toBuffer(), now)
  const text = `![It](${await add(30)})`
  const translated = site.languages.includes('it')
  await save({ 'en.body': text, 'it.subject': 'Novità', 'it.body': text })
  expect(await page()).toMatch(
    translated ? /Pictures<\/strong> English (\d+ kB), Italian \1</ : /Pictures<\/strong> English/,
  )
  await save({ 'en.body': `![It](${await add(1120)})`, version: '2' })
  expect(await page()).toContain('over 400 kB')
  expect(await page()).not.toContain('Pictures</strong>')
})

test('a new letter like one from a file has its pictures under their names', async () => {
  const { post, lettersDir, db } = await openDraft('sqlite')
  const create = { width: 30, height: 20, channels: 3, background: '#0f2b23' } as const
  await sharp({ create }).png().toFile(join(lettersDir, 'Team_Photo.png'))
  for (const file of ['march.md', 'march.it.md'])
    writeFileSync(join(lettersDir, file), '---\nsubject: March\n---\n![Us](Team_Photo.png)\n')
  const [found] = await readLetters({ lettersDir }, 'march')
  const settings = { publicUrl: 'http://localhost:3000', sender: 'us@spunta.test', lettersDir }
  const letter = await renderLetter(found!.letter!, settings)
  await scheduleLetter(db, letter, { dueAt: now, now })
  expect((await post('letters/march/again')).to).toBe('letters/march-2')
  const [copy] = await readLetters({ db, lettersDir }, 'march-2')
  expect(copy).toMatchObject({
    mistakes: [],
    letter: { texts: { en: { body: '![Us](Team_Photo.png)' } } },
  })
})

test('a letter that was sent shows the text that went out, not what was saved meanwhile', async () => {
  const { post, save, page, draft, db, lettersDir } = await openDraft('sqlite')
  const settings = { db, publicUrl: 'http://localhost:3000', sender: 'us@spunta.test', lettersDir }
  await save({ 'en.body': 'The **first** text' })
  const [found] = await readLetters(settings, 'news')
  const letter = await renderLetter(found!.letter!, settings)
  await save({ version: '2', 'en.body': 'Another text' })
  expect(await draft()).toMatchObject({ version: 3 })
  await scheduleLetter(db, letter, { dueAt: now, now })
  const newer = 'The draft has a newer text, saved while this one was being sent. Nobody gets it'
  expect(await page()).toContain(`${newer} unless you cancel this one.`)
  await queueDue(db, now)
  expect(await page()).toContain(newer)
  expect(await page()).toContain('<bdi>The **first** text</bdi>')
  expect(await page()).not.toContain('Another text')
  expect((await post('letters/news/again')).to).toBe('letters/news-2')
  expect(await readDraft(db, 'news-2')).toMatchObject({
    texts: { en: { subject: 'News', body: 'The **first** text' } },
  })
})

test('a file has not changed since it was sent if only the address of the site has', async () => {
  const { post, see, db, lettersDir } = await openDraft('sqlite')
  const text = '# March\n\nHello **you**, read [this](https://spunta.eu)'
  const write = (body: string) =>
    writeFileSync(join(lettersDir, 'march.md'), `---\nsubject: March\npreview: Hi\n---\n${body}\n`)
  write(text)
  const [found] = await readLetters({ lettersDir }, 'march')
  const settings = { publicUrl: 'https://old.spunta.eu', sender: 'us@spunta.test', lettersDir }
  await scheduleLetter(db, await renderLetter(found!.letter!, settings), { dueAt: now, now })
  await queueDue(db, now)
  const warning = 'The file has changed since then.'
  expect((await see('letters/march')).body).not.toContain(warning)
  write('Another text')
  expect((await see('letters/march')).body).toContain(warning)
  expect((await post('letters/march/again')).to).toBe('letters/march-2')
  expect(await readDraft(db, 'march-2')).toMatchObject({
    texts: { en: { subject: 'March', preview: 'Hi', body: text } },
  })
})

test('the text of a welcome letter goes out once the owner says so', async () => {
  const { post, lettersDir, see, db } = await openDraft('sqlite')
  for (const file of ['welcome.md', 'welcome.it.md'])
    writeFileSync(join(lettersDir, file), '---\nsubject: Welcome\n---\nHello\n')
  await post('letters/welcome/edit')
  const button = 'Use this text from now on</button>'
  expect((await see('letters/welcome')).body).not.toContain(button)
  const texts = {
    'en.subject': 'Welcome',
    'en.body': 'New',
    'it.subject': 'Ciao',
    'it.body': 'Nuovo',
  }
  await post('letters/welcome/save', { version: '1', ...texts })
  expect((await readDraft(db, 'welcome'))?.used?.en.body).toBe('Hello')
  expect((await see('letters/welcome')).body).toContain(button)
  expect((await see('letters/welcome')).body).toContain(
    'until then, people get the text of 1 March',
  )
  await post('letters/welcome/use', { version: '1' })
  expect((await see('letters/welcome')).body).toContain('has changed since you opened this page')
  await post('letters/welcome/use', { version: '2' })
  expect((await readDraft(db, 'welcome'))?.used?.en.body).toBe('New')
  expect((await see('letters/welcome')).body).toContain('>in use</span>')
  const links = '- [x](https://a.eu/1)\n'.repeat(1000)
  await post('letters/welcome/save', { version: '2', ...texts, 'en.body': links })
  await post('letters/welcome/use', { version: '3' })
  expect((await see('letters/welcome')).body).toContain('mail programs would cut it off')
  expect((await readDraft(db, 'welcome'))?.used?.en.body).toBe('New')
})

test.skipIf(site.languages.length === 1)(
  'a sample welcome letter is not in use until each of its texts was replaced',
  async () => {
    const { post, lettersDir, see, db } = await openDraft('sqlite')
    for (const file of ['welcome.md', 'welcome.it.md'])
      writeFileSync(join(lettersDir, file), '---\nsubject: Welcome\nsample: true\n---\nHello\n')
    const page = async () => (await see('letters/welcome')).body
    const save = (version: string, italian: string) =>
      post('letters/welcome/save', {
        version,
        'en.subject': 'Welcome',
        'en.body': 'New',
        'it.subject': 'Welcome',
        'it.body': italian,
      })
    await post('letters/welcome/edit')
    expect(await page()).toContain('>draft</span>')
    await save('1', 'Hello')
    await post('letters/welcome/use', { version: '2' })
    expect(await page()).toContain('The text in Italian is still the sample: write your own first.')
    expect((await readDraft(db, 'welcome'))?.used).toBeNull()
    await save('2', 'Nuovo')
    expect((await see('letters')).body).toContain('draft, not in use')
    await post('letters/welcome/use', { version: '3' })
    expect(await page()).toContain('>in use</span>')
  },
)

test('a draft is not changed by a page of another origin', async () => {
  const { ask, base, cookie, draft } = await openDraft('sqlite')
  for (const origin of ['http://127.0.0.1:9', 'https://example.com']) {
    const form = new URLSearchParams({ version: '1', 'en.body': 'Foreign' })
    const headers = { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' }
    for (const act of ['save', 'pictures', 'delete', 'send']) {
      const { status } = await ask(`${base}/letters/news/${act}`, headers, 'POST', form)
      expect({ act, status }).toEqual({ act, status: 403 })
    }
  }
  expect(await draft()).toMatchObject({ version: 1 })
})
