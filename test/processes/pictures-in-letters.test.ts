import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { admin } from '../support/admin.ts'
import { dialects, type DialectName } from '../support/databases.ts'
import { prepareLetterSite, readStatus } from '../support/letter-site.ts'
import { eventually } from '../support/open-outbox.ts'

const body =
  '![A screen](screen.png)\n\nAgain, and a face:\n\n![A screen](screen.png) ![A face](face.jpg)'

/** A site, and a folder with a letter that has two pictures. */
async function prepare(dialect: DialectName, people: number) {
  const lettersDir = mkdtempSync(join(tmpdir(), 'letters-'))
  const fileOf = (name: string) => join(lettersDir, name)
  const picture = (width: number, background: string) =>
    sharp({ create: { width, height: 100, channels: 3, background } })
  await picture(1500, '#0f2b23').png().toFile(fileOf('screen.png'))
  await picture(300, '#e6b98c').jpeg().toFile(fileOf('face.jpg'))
  const front = 'subject: March\npublic: true'
  writeFileSync(fileOf('march.md'), `---\n${front}\n---\n${body}\n`)
  writeFileSync(fileOf('march.it.md'), `---\n${front}\n---\n![Un volto](face.jpg)\n`)
  const prepared = await prepareLetterSite(dialect, people)
  const run = (...args: string[]) => admin(prepared.env, args, { lettersDir })
  return { ...prepared, lettersDir, fileOf, run }
}

const send = ['letters', 'send', 'march', '--yes', '--allow-sample-content']

for (const dialect of dialects) {
  test(`pictures travel inside the mail as they were when the letter was sent (${dialect})`, async () => {
    const { mailServer, run, lettersDir, serve } = await prepare(dialect, 3)
    const sent = await run(...send)
    expect(sent.stdout).toMatch(
      /^Pictures {2}screen-\w+\.png \d+ kB, face-\w+\.(?:jpg|png) \d+ kB$/m,
    )
    rmSync(lettersDir, { recursive: true })
    serve()
    await eventually(() => expect(mailServer.received).toHaveLength(3))
    const pictures = new Set<string>()
    for (const { raw } of mailServer.received) {
      expect(raw).toMatch(
        /multipart\/alternative[^]*text\/plain[^]*multipart\/related[^]*text\/html/,
      )
      const mail = await PostalMime.parse(raw)
      const shown = [...mail.html!.matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => `<${cid}>`)
      expect(shown).toHaveLength(3)
      expect(new Set(mail.attachments.map(({ contentId }) => contentId))).toEqual(new Set(shown))
      for (const { content, disposition, mimeType } of mail.attachments) {
        expect(disposition).toBe('inline')
        const { format, width } = await sharp(content as ArrayBuffer).metadata()
        expect(`image/${format}`).toBe(mimeType)
        expect([1120, 300]).toContain(width)
        pictures.add(Buffer.from(content as ArrayBuffer).toString('base64'))
      }
      expect(mail.html).not.toMatch(/\bsrc="(?!cid:)/)
      expect(mail.text).toContain('[A screen]\n\nAgain, and a face:\n\n[A screen] [A face]')
    }
    expect(pictures.size).toBe(2)
  })
}

test('a letter whose picture is missing or broken is refused by list, show, test, send and doctor', async () => {
  const { run, fileOf } = await prepare('sqlite', 1)
  writeFileSync(fileOf('face.jpg'), 'no picture')
  const broken = "content/letters/march.md: face.jpg can't be read as a picture"
  const sendTest = ['letters', 'test', 'march', '--to', 'me@spunta.test']
  for (const args of [['letters', 'show', 'march'], sendTest, send]) {
    const { code, stderr } = await run(...args)
    expect({ args, code }).toEqual({ args, code: 1 })
    expect(stderr).toContain(broken)
    expect(stderr).toContain('content/letters/march.it.md: face.jpg')
  }
  expect((await run('doctor')).stdout).toContain(broken)
  rmSync(fileOf('face.jpg'))
  const missing = 'content/letters/march.md: there is no content/letters/face.jpg'
  expect((await run('letters', 'list')).stderr).toContain(missing)
  expect((await run(...send)).stderr).toContain(missing)
})

test('letters show --html writes a file with the pictures in it', async () => {
  const { run, fileOf } = await prepare('sqlite', 1)
  const file = fileOf('march.html')
  expect((await run('letters', 'show', 'march', '--html', file)).code).toBe(0)
  const html = readFileSync(file, 'utf8')
  expect(html.match(/src="data:image\/(?:png|jpeg);base64,/g)).toHaveLength(3)
  expect(html).not.toContain('cid:')
})

test('letters hide takes the page of a public letter back while it goes out, and not before', async () => {
  const { run, env, mailServer, serve } = await prepare('sqlite', 60)
  expect((await run('letters', 'hide', 'march')).stderr).toContain(
    'No letter named march has been sent',
  )
  await run(...send)
  const page = async () => (await readStatus(env, 'march'))['page']
  expect(await page()).toBe('public')
  expect((await run('letters', 'hide', 'march')).stderr).toContain('march has not gone out yet')
  serve()
  await eventually(() => expect(mailServer.received).not.toHaveLength(0))
  const hidden = await run('letters', 'hide', 'march')
  expect(hidden.stdout).toContain('The page of march will be gone from the site in a few seconds.')
  await eventually(() => expect(mailServer.received).toHaveLength(60))
  expect(await page()).toBe('hidden')
  expect((await run('letters', 'status', 'march')).stdout).toContain('Its page is hidden')
  expect(await run('letters', 'hide', 'march')).toMatchObject({ code: 1 })
  expect((await run('letters', 'hide', 'march', '--undo')).code).toBe(0)
  const status = await run('letters', 'status', 'march')
  expect(status.stdout).toContain('Page: https://www.example.com/letters/march')
})
