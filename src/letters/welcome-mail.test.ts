import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Site } from '#content/content-rules.ts'
import { createMailKinds } from '#owner/mail-kinds.ts'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { testSecret } from '../../test/support/open-outbox.ts'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { copyFile, deleteDraft, renameDraft } from './create-draft.ts'
import { saveDraft } from './letter-drafts.ts'
import { lettersDir, readLetters, sampleTexts } from './read-letters.ts'
import { welcomeNames } from './letter-file.ts'
import { useWelcomeText } from './use-welcome-text.ts'
import { findWelcome } from './welcome-mail.tsx'

const ada = 'ada@example.com'
// The owner may have changed or removed it.
const welcome = (await readLetters({ lettersDir }, welcomeNames[0]))[0]?.letter
const ownMachine = { publicUrl: 'http://localhost:3000' }

async function confirmAgain(app: TestApp) {
  await app.submit({ email: ada })
  await app.post(await app.linkTo(ada, 'confirm'))
}

const welcomes = ({ db }: TestApp) =>
  db.selectFrom('outbox').select('about_id').where('kind', '=', 'welcome').execute()

test('the welcome letter is read from its file each time, and a broken file changes nothing', async () => {
  const { db } = await openTestDatabase('sqlite')
  const folder = mkdtempSync(join(tmpdir(), 'letters-'))
  const file = join(folder, 'welcome.md')
  const subject = async () => {
    const find = await findWelcome(ownMachine.publicUrl, { db, lettersDir: folder })
    return find(new Date())?.texts.en.subject
  }
  writeFileSync(file, '---\nsubject: Hello\n---\nWelcome')
  expect(await subject()).toBe('Hello')
  writeFileSync(file, '---\nsubject: Hello again\n---\nWelcome')
  expect(await subject()).toBe('Hello again')
  writeFileSync(file, '---\nsubject: Broken\n---\n<b>raw</b>')
  expect(await subject()).toBe('Hello again')
  rmSync(file)
  expect(await subject()).toBeUndefined()
})

test('anyone who confirms after the launch gets the welcome letter for then, if there is one', async () => {
  const { db } = await openTestDatabase('sqlite')
  const folder = mkdtempSync(join(tmpdir(), 'letters-'))
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, `${name}.md`), `---\nsubject: ${text}\n---\nWelcome`)
  write('welcome', 'Before')
  const at = '2027-01-15T09:00:00+01:00'
  const url = 'https://tool.example.com/'
  const subject = async (time: string, launched: Site['launched'] = { url, at }) => {
    const places = { db, lettersDir: folder, content: { launched } }
    return (await findWelcome(ownMachine.publicUrl, places))(new Date(time))?.texts.en.subject
  }
  expect(await subject('2027-01-15T08:00:00.001Z')).toBe('Before')
  write('welcome-launched', 'After')
  // As the launch letter's audience: whoever confirms at that very moment still gets it.
  expect(await subject('2027-01-15T08:00:00.000Z')).toBe('Before')
  expect(await subject('2027-01-15T08:00:00.001Z')).toBe('After')
  expect(await subject('2027-01-15T08:00:00.001Z', { url })).toBe('After')
  expect(await subject('2027-01-15T08:00:00.001Z', false)).toBe('Before')
})

describe.each(dialects)('the welcome letter on %s', (dialect) => {
  test('goes out as it was when the owner began to use it, while its draft is written', async () => {
    const { db } = await openTestDatabase(dialect)
    const places = { db, lettersDir: mkdtempSync(join(tmpdir(), 'letters-')) }
    const now = new Date()
    const file = (name: string) => join(places.lettersDir, name)
    writeFileSync(file('welcome.md'), '---\nsubject: File\n---\nHello')
    writeFileSync(file('welcome.it.md'), '---\nsubject: Testo\n---\nCiao')
    const subject = async () =>
      (await findWelcome(ownMachine.publicUrl, places))(now)?.texts.en.subject
    await copyFile(places, 'welcome', now)
    rmSync(file('welcome.md'))
    rmSync(file('welcome.it.md'))
    expect(await subject()).toBe('File')

    const save = async (version: number, body: string, it = true) => {
      const text = { subject: 'Console', preview: '', body }
      const texts = { en: text, ...(it && { it: text }) }
      await saveDraft(db, { name: 'welcome', version, texts, isPublic: true }, now)
    }
    const use = (version: number) => useWelcomeText(places, { name: 'welcome', version }, now)
    await save(1, '<b>half a sent')
    await expect(use(2)).rejects.toThrow(
      'welcome, English, line 1: raw HTML cannot go into a letter',
    )
    await save(2, 'Hello', false)
    await expect(use(3)).rejects.toThrow('Write it in Italian, too.')
    await save(3, 'Hello')
    await expect(use(3)).rejects.toThrow('The text has changed since you opened this page')
    expect(await subject()).toBe('File')
    await use(4)
    expect(await subject()).toBe('Console')
    await expect(renameDraft(places, 'welcome', 'hello')).rejects.toThrow('welcome is in use')
    await deleteDraft(db, 'welcome')
    expect(await subject()).toBeUndefined()
  })

  test.runIf(welcome)(
    'is queued on the first confirmation only, and not sent after an unsubscribe (needs a welcome letter)',
    async () => {
      const app = await openTestApp(dialect, ownMachine)
      await confirmAgain(app)
      const [{ about_id: id }] = (await welcomes(app)) as [{ about_id: string }]
      const find = createMailKinds({
        ...ownMachine,
        secret: testSecret,
        diskDir: '.',
        adminCommand: 'site-admin',
        unconfirmedMailPerHour: 1000,
        contactTo: 'owner@company.example',
      }).welcome.findDrafts
      const drafts = () => find(app.db, [id], { letter: null, isClaim: true })
      const mail = await (await drafts())[0]!.render(app.settings.clock(), app.db)
      expect(mail.unsubscribeUrl).toContain(await app.linkTo(ada, 'unsubscribe'))
      expect(mail).toMatchObject({ replyTo: 'owner@company.example', isAutomatic: true })

      await app.post(await app.linkTo(ada, 'unsubscribe'))
      expect(await drafts()).toEqual([])
      await confirmAgain(app)
      expect(await app.statusOf(ada)).toBe('confirmed')
      expect(await welcomes(app)).toHaveLength(1)
    },
  )

  test.runIf(welcome && sampleTexts(welcome).length > 0)(
    'is not queued on a public site while it is a sample (needs a sample welcome letter)',
    async () => {
      const app = await openTestApp(dialect)
      await confirmAgain(app)
      expect(await app.statusOf(ada)).toBe('confirmed')
      expect(await welcomes(app)).toEqual([])
    },
  )
})
