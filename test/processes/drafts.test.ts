import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import { copyFile, createDraft } from '#letters/create-draft.ts'
import { addPicture, listDraftPictures } from '#letters/draft-pictures.ts'
import { readDraft, saveDraft } from '#letters/letter-drafts.ts'
import { readLetters } from '#letters/read-letters.ts'
import { admin, newAdminEnv } from '../support/admin.ts'
import { dialects } from '../support/databases.ts'
import { prepareLetterSite, readStatus } from '../support/letter-site.ts'
import { eventually } from '../support/open-outbox.ts'
import { recipients } from '../support/mail-server.ts'

const now = new Date()
const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#0f2b23' } })
  .png()
  .toBuffer()
const body = 'Hello\n\n![The first look](look.png)'

for (const dialect of dialects) {
  test(`a letter that is written in the console is listed, shown, tested and sent by commands (${dialect})`, async () => {
    const { mailServer, env, db, serve } = await prepareLetterSite(dialect, 3, {
      CONTACT_TO: 'answers@example.com',
    })
    const lettersDir = mkdtempSync(join(tmpdir(), 'letters-'))
    const run = (...args: string[]) => admin(env, ['letters', ...args], { lettersDir })
    expect((await run('list')).stderr).toContain('There are no letters yet.')
    const name = await createDraft({ db, lettersDir }, { subject: 'First look' }, now)
    await addPicture(db, name, 'look.png', png, now)
    const it = { subject: '"Primo sguardo"', preview: 'Eccolo', body: '# Ciao\n\nCiao' }
    const texts = { en: { subject: 'First look', preview: '', body }, it }
    await saveDraft(db, { name, version: 1, texts, isPublic: true }, now)

    const list = await run('list', '--json')
    expect(JSON.parse(list.stdout)).toMatchObject([
      { name, subject: 'First look', state: 'draft', origin: 'database', audience: 3, sent: 0 },
    ])
    expect((await run('show', name, '--language', 'en')).stdout).toContain('[The first look]')
    const english = await run('show', name, '--markdown', '--pictures', lettersDir)
    expect(english.stdout).toBe(`---\nsubject: First look\npublic: true\n---\n\n${body}\n`)
    expect(english.stderr).toContain('It is written in Italian, too: --language it')
    const italian = await run('show', name, '--markdown', '--language', 'it')
    expect(italian.stderr).toContain('It has look.png')
    // Taken into Git, it is the same letter.
    const [draft] = await readLetters({ db, lettersDir }, name)
    writeFileSync(join(lettersDir, `${name}.md`), english.stdout)
    writeFileSync(join(lettersDir, `${name}.it.md`), italian.stdout)
    const [file] = await readLetters({ lettersDir }, name)
    expect(file!.letter!.texts).toEqual(draft!.letter!.texts)
    expect((await sharp(readFileSync(join(lettersDir, 'look.png'))).metadata()).width).toBe(30)
    // As in a backup that somebody has changed.
    await db.updateTable('draft_pictures').set({ name: '../away.png' }).execute()
    await run('show', name, '--markdown', '--pictures', lettersDir)
    expect(readdirSync(lettersDir)).toContain('away.png')
    await db.updateTable('draft_pictures').set({ name: 'look.png' }).execute()
    const unused = `content/letters/${name}.md is not used`
    expect((await run('list')).stderr).toContain(unused)
    const doctor = await admin(env, ['doctor'], { lettersDir })
    expect(doctor.stdout.replaceAll(/\s+/g, ' ')).toContain(unused)

    expect((await run('test', name, '--to', 'me@example.com')).code).toBe(0)
    expect(mailServer.received[0]!.raw).toMatch(/^Reply-To: answers@example.com$/m)
    mailServer.received.length = 0
    serve()
    const sent = await run('send', name, '--yes', '--allow-sample-content')
    expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining('Stored.')])
    await eventually(async () => expect((await readStatus(env, name))['sent']).toBe(3))
    expect(new Set(recipients(mailServer)).size).toBe(3)
    expect(recipients(mailServer)).toHaveLength(3)
    expect(mailServer.received[0]!.raw).toMatch(/Content-ID: <[0-9a-f]{16}@pictures>/)
  })

  test(`a backup that is made while a letter is written restores a whole one, with its pictures (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await using database = await openDatabase(target)
    const { db } = database
    const folder = mkdtempSync(join(tmpdir(), 'backup-'))
    const name = await createDraft({ db, lettersDir: folder }, { subject: 'First look' }, now)
    await addPicture(db, name, 'look.png', png, now)
    const typed = new AbortController()
    const save = async (version: number) => {
      const text = { subject: String(version), preview: '', body: `${version} `.repeat(10_000) }
      await saveDraft(db, { name, version, texts: { en: text, it: text }, isPublic: false }, now)
    }
    await save(1)
    const type = async () => {
      for (let version = 2; !typed.signal.aborted; version++) {
        await save(version)
        await sleep(5)
      }
    }
    const typing = type()
    const file = join(folder, 'backup.db')
    const backup = await admin(env, ['backup', file])
    typed.abort()
    await typing
    expect([backup.code, backup.stderr]).toEqual([0, expect.anything()])

    const fresh = await newAdminEnv('sqlite')
    expect((await admin(fresh.env, ['restore', file, '--yes'])).code).toBe(0)
    await using restored = await openDatabase(fresh.target)
    const { texts } = (await readDraft(restored.db, name))!
    expect(texts.it).toEqual(texts.en)
    expect(texts.en.body).toBe(`${texts.en.subject} `.repeat(10_000))
    expect(await listDraftPictures(restored.db)).toMatchObject([{ letter: name, name: 'look.png' }])
  })
}

test('doctor runs without a database, and a letter that is copied into one stays what it is', async () => {
  const { env, target } = await newAdminEnv('sqlite')
  const before = await admin(env, ['doctor'])
  expect(before.stdout.replaceAll(/\s+/g, ' ')).toContain('does not exist yet')
  await using database = await openDatabase(target)
  const places = { db: database.db, lettersDir: 'content/letters' }
  const files = await readLetters({ lettersDir: 'content/letters' })
  for (const { name } of files) await copyFile(places, name, now)
  const drafts = await readLetters(places)
  expect(drafts.map(({ letter }) => letter?.texts)).toEqual(
    files.map(({ letter }) => letter?.texts),
  )
})
