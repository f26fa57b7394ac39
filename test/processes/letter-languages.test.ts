import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { site } from '#content/content.ts'
import { admin } from '../support/admin.ts'
import { dialects, type DialectName } from '../support/databases.ts'
import { prepareLetterSite, readStatus, send } from '../support/letter-site.ts'
import { eventually } from '../support/open-outbox.ts'

const english = { 'launch.md': 'We are live' }
const both = { ...english, 'launch.it.md': 'Si parte' }

/** A folder with letters of these subjects. */
function lettersOf(subjects: Record<string, string>) {
  const lettersDir = mkdtempSync(join(tmpdir(), 'letters-'))
  for (const [file, subject] of Object.entries(subjects)) {
    writeFileSync(join(lettersDir, file), `---\nsubject: ${subject}\n---\nHello\n`)
  }
  return { lettersDir }
}

/** Four subscribers; the first two signed up in Italian. */
async function prepareTwoLanguages(dialect: DialectName) {
  const prepared = await prepareLetterSite(dialect, 4)
  const emails = ['person0@example.com', 'person1@example.com']
  const subscribers = prepared.db.updateTable('subscribers').set({ language: 'it' })
  await subscribers.where('email', 'in', emails).execute()
  const subjects = async () => {
    const mails = await Promise.all(
      prepared.mailServer.received.map(({ raw }) => PostalMime.parse(raw)),
    )
    return mails.map(({ to, subject }) => `${to![0]!.address} ${subject}`).toSorted()
  }
  return { ...prepared, subjects }
}

const hasItalian = site.languages.includes('it')

for (const dialect of dialects) {
  test.runIf(hasItalian)(
    `everyone gets a letter once, in their language, and the states sum to the audience (${dialect}) (needs Italian)`,
    async () => {
      const { env, serve, subjects } = await prepareTwoLanguages(dialect)
      expect((await admin(env, send, lettersOf(both))).code).toBe(0)
      serve()
      await eventually(async () => expect((await readStatus(env)).state).toBe('finished'))
      expect(await subjects()).toEqual([
        'person0@example.com Si parte',
        'person1@example.com Si parte',
        'person2@example.com We are live',
        'person3@example.com We are live',
      ])
      const { sent, queued, sending, failed, in_doubt, skipped, audience } = await readStatus(env)
      expect([sent, queued! + sending! + failed! + in_doubt! + skipped!, audience]).toEqual([
        4, 0, 4,
      ])
    },
  )

  test.runIf(hasItalian)(
    `a letter without its translation is refused, unless --fallback en sends English (${dialect}) (needs Italian)`,
    async () => {
      const { env, db, serve, subjects } = await prepareTwoLanguages(dialect)
      const refused = await admin(env, send, lettersOf(english))
      expect(refused.code).toBe(1)
      expect(refused.stderr).toContain(
        'content/letters/launch.it.md is missing, and 2 in the audience',
      )
      expect(await db.selectFrom('outbox').select('id').execute()).toEqual([])
      expect((await admin(env, [...send, '--fallback', 'it'], lettersOf(english))).code).toBe(2)

      expect((await admin(env, [...send, '--fallback', 'en'], lettersOf(english))).code).toBe(0)
      serve()
      await eventually(async () => expect((await readStatus(env)).sent).toBe(4))
      for (const subject of await subjects()) expect(subject).toContain('We are live')
    },
  )
}

test('a letter without its translation is sent if nobody in the audience reads Italian', async () => {
  const { env } = await prepareLetterSite('sqlite', 1)
  expect((await admin(env, send, lettersOf(english))).code).toBe(0)
})

test.runIf(hasItalian)(
  'show, test and send print or send a letter in each language, or in one (needs Italian)',
  async () => {
    const { env, mailServer, subjects } = await prepareTwoLanguages('sqlite')
    const run = (...args: string[]) => admin(env, ['letters', ...args], lettersOf(both))
    const shown = await run('show', 'launch')
    expect(shown.stdout.match(/^Subject: .*$/gm)).toEqual([
      'Subject: We are live',
      'Subject: Si parte',
    ])
    const one = await run('show', 'launch', '--language', 'it')
    expect(one.stdout).toMatch(/^Subject: Si parte\n/)
    const file = join(env.DATA_DIR, 'launch.html')
    await run('show', 'launch', '--html', file)
    expect([file, join(env.DATA_DIR, 'launch.it.html')].map((path) => existsSync(path))).toEqual([
      true,
      true,
    ])
    const previewed = await run('send', 'launch', '--dry-run', '--allow-sample-content')
    expect(previewed.stdout.match(/^Subject +.*$/gm)).toHaveLength(2)
    await run('test', 'launch', '--to', 'me@example.com')
    expect(await subjects()).toEqual([
      'me@example.com [Test] Si parte',
      'me@example.com [Test] We are live',
    ])
    await run('test', 'launch', '--to', 'me@example.com', '--language', 'it')
    expect(mailServer.received).toHaveLength(3)
    const missing = await admin(
      env,
      ['letters', 'show', 'launch', '--language', 'it'],
      lettersOf(english),
    )
    expect(missing.stderr).toBe('launch is not written in Italian.\n')
  },
)

test.runIf(hasItalian)(
  'doctor names the translations that are missing, and listings the language of subscribers (needs Italian)',
  async () => {
    const { env } = await prepareTwoLanguages('sqlite')
    const examine = async (letter: typeof english) =>
      (await admin(env, ['doctor'], lettersOf(letter))).stdout
    expect(await examine(english)).toContain(
      'Letters: not translated: content/letters/launch.it.md',
    )
    expect(await examine(both)).not.toContain('not translated')
    const list = await admin(env, ['subscribers', 'list', '--json', '--language', 'it'])
    const languages = (JSON.parse(list.stdout) as { language: string }[]).map((one) => one.language)
    expect(languages).toEqual(['it', 'it'])
    const { stdout: csv } = await admin(env, ['subscribers', 'export'])
    expect(csv).toContain('id,email,status,language,askedAt')
    expect(csv).toContain(',person0@example.com,confirmed,it,')
  },
)
