import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { copyFile, createDraft, deleteDraft, renameDraft, useFileAgain } from './create-draft.ts'
import { readDraft, saveDraft, type DraftTexts } from './letter-drafts.ts'
import { readLetters } from './read-letters.ts'
import { scheduleLetter, stopLetter } from './stored-letters.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const later = new Date('2026-03-01T12:00:05.000Z')

const textsOf = (body: string): DraftTexts => ({ en: { subject: 'Spring', preview: '', body } })

const stored = { texts: { en: { subject: '', html: '', text: '' } }, sender: '', public_url: '' }

describe.each(dialects)('drafts on %s', (dialect) => {
  async function open() {
    const { db } = await openTestDatabase(dialect)
    const lettersDir = mkdtempSync(join(tmpdir(), 'letters-'))
    const write = (file: string, source: string) => writeFileSync(join(lettersDir, file), source)
    const places = { db, lettersDir }
    return { db, places, write, create: (subject: string) => createDraft(places, { subject }, now) }
  }

  test('the name of a draft is made of its subject, and is free among drafts, files and sent letters', async () => {
    const { db, create, write } = await open()
    expect(await create('Perché sì? L’ESG, a un anno!')).toBe('perche-si-lesg-a-un-anno')
    expect(await create('Perché sì? L’ESG, a un anno')).toBe('perche-si-lesg-a-un-anno-2')
    expect(await create('Launch')).toBe('launch-2')
    expect(await create('Welcome!')).toBe('welcome-2')
    expect(await create('🎉')).toBe('letter')
    expect(await create(`${'word '.repeat(9)}incomparable`)).toBe(
      'word-word-word-word-word-word-word-word-word',
    )
    expect(await create('x'.repeat(200))).toBe('x'.repeat(50))
    write('march.it.md', 'Ciao')
    expect(await create('March')).toBe('march-2')
    await scheduleLetter(db, { ...stored, name: 'april' }, { dueAt: later, now })
    expect(await create('April')).toBe('april-2')
    await expect(create(' ')).rejects.toThrow('Begin with a subject.')
    expect(await readDraft(db, 'march-2')).toMatchObject({
      version: 1,
      texts: { en: { subject: 'March', preview: '', body: '' } },
      isPublic: false,
      savedAt: now.toISOString(),
    })
  })

  test('a rule in the text of a draft without a subject is a rule', async () => {
    const { db, places, create } = await open()
    const name = await create('Spring')
    const body = 'One\n\n---\n\nTwo'
    const texts = { en: { subject: '', preview: '', body } }
    await saveDraft(db, { name, version: 1, texts, isPublic: false }, later)
    const [found] = await readLetters(places, name)
    expect(found!.mistakes).toEqual([`${name}, English: subject is missing`])
    expect(found!.draft!.shown!.texts.en.body).toBe(body)
  })

  test('a save counts the version, unless the text is the same', async () => {
    const { db, create } = await open()
    const name = await create('Spring')
    const save = (version: number, body: string, isPublic = false, at = later) =>
      saveDraft(db, { name, version, texts: textsOf(body), isPublic }, at)
    const at = later.toISOString()
    expect(await save(1, 'a\nb')).toEqual({ state: 'saved', version: 2, savedAt: at })
    expect(await save(2, 'a\nb', false, new Date())).toEqual({
      state: 'saved',
      version: 2,
      savedAt: at,
    })
    expect(await save(2, 'a\nb', true)).toMatchObject({ version: 3 })
    // The response to the first of two requests was lost.
    expect(await save(2, 'a\nb', true)).toMatchObject({ state: 'saved', version: 3 })
    expect(await save(2, 'c')).toMatchObject({
      state: 'conflict',
      stored: { version: 3, texts: { en: { body: 'a\nb' } } },
    })
    expect((await readDraft(db, name))!.texts.en.body).toBe('a\nb')
    await deleteDraft(db, name)
    expect(await save(3, 'c')).toEqual({ state: 'gone' })
  })

  test('of saves from two tabs at once, each is stored or reported as a conflict', async () => {
    const { db, create } = await open()
    const name = await create('Spring')
    const type = async (tab: string) => {
      let version = 1
      const conflicts: string[] = []
      for (let count = 0; count < 20; count++) {
        const body = `${tab} ${count}`
        const saved = await saveDraft(
          db,
          { name, version, texts: textsOf(body), isPublic: false },
          now,
        )
        if (saved.state === 'saved') {
          expect(saved.version).toBe(version + 1)
          ;({ version } = saved)
        } else if (saved.state === 'conflict') {
          conflicts.push(body)
          ;({ version } = saved.stored)
        }
      }
      return conflicts.length
    }
    const conflicts = await Promise.all([type('one'), type('two')])
    const { version } = (await readDraft(db, name))!
    expect(version - 1 + conflicts[0] + conflicts[1]).toBe(40)
  })

  test('a text of over 200 kB is refused, and the stored one stays', async () => {
    const { db, create } = await open()
    const name = await create('Spring')
    const texts = textsOf('word '.repeat(41_000))
    const saving = saveDraft(db, { name, version: 1, texts, isPublic: false }, now)
    await expect(saving).rejects.toThrow('The letter has 206 kB of text, over 200')
    expect((await readDraft(db, name))!.version).toBe(1)
  })

  test('a letter that was scheduled or sent is not saved, and one that was cancelled before is', async () => {
    const { db, create } = await open()
    const name = await create('Spring')
    await scheduleLetter(db, { ...stored, name }, { dueAt: later, now })
    const save = () =>
      saveDraft(db, { name, version: 1, texts: textsOf('a'), isPublic: false }, now)
    expect(await save()).toEqual({ state: 'sent' })
    await stopLetter(db, name, now)
    expect(await save()).toMatchObject({ state: 'saved', version: 2 })
    // As if it was stopped while it went out.
    await db.updateTable('letters').set({ queued_at: now.toISOString() }).execute()
    expect(await save()).toEqual({ state: 'sent' })
  })

  test('a draft that becomes a welcome letter is no longer public', async () => {
    const { db, places, create } = await open()
    const saved = { version: 1, texts: textsOf(''), isPublic: true }
    await saveDraft(db, { ...saved, name: await create('Spring') }, now)
    const isPublic = async (name: string) => (await readDraft(db, name))!.isPublic
    expect(await isPublic('spring')).toBe(true)
    await renameDraft(places, 'spring', 'welcome')
    expect(await isPublic('welcome')).toBe(false)
    await saveDraft(db, { ...saved, name: 'welcome', version: 2 }, now)
    expect(await isPublic('welcome')).toBe(false)
  })

  test('a draft can be renamed until it was first scheduled, to a name that is free', async () => {
    const { db, places, create } = await open()
    await create('Spring')
    await create('Summer')
    const rename = (name: string, to: string) => renameDraft(places, name, to)
    for (const wrong of ['', '.', 'a b', 'è', 'march.it', 'a/b', 'x'.repeat(61)])
      await expect(rename('spring', wrong)).rejects.toThrow('A name has at most')
    await expect(rename('spring', 'summer')).rejects.toThrow('There is a letter named summer.')
    await expect(rename('winter', 'autumn')).rejects.toThrow('deleted or renamed')
    await rename('spring', 'launch')
    expect(await readDraft(db, 'spring')).toBeUndefined()
    await scheduleLetter(db, { ...stored, name: 'launch' }, { dueAt: later, now })
    await expect(rename('launch', 'spring')).rejects.toThrow('was sent or scheduled before')
  })

  test('a draft hides the file that it was copied from, until the file is used again', async () => {
    const { db, places, write } = await open()
    write('march.md', '---\nsubject: March\npublic: true\nsample: true\n---\n\n{name}')
    write('march.it.md', '---\nsubject: Marzo\npublic: true\nsample: true\n---\n\nCiao')
    const [file] = await readLetters(places)
    await copyFile(places, 'march', now)
    await copyFile(places, 'march', later)
    const [draft, ...others] = await readLetters(places)
    expect(others).toEqual([])
    expect(draft).toMatchObject({
      origin: 'database',
      draft: { unusedFile: 'content/letters/march.md' },
    })
    // Nobody has changed it: it is a sample still.
    expect(draft!.letter!.texts).toEqual(file!.letter!.texts)
    const { texts } = draft!.draft!
    const english = { ...texts.en, body: 'Hello {name}\n\nHello' }
    const saved = await saveDraft(
      db,
      { name: 'march', version: 1, texts: { ...texts, en: english }, isPublic: true },
      later,
    )
    expect(saved.state).toBe('saved')
    const [changed] = await readLetters(places, 'march')
    expect(changed!.mistakes).toEqual([
      'march, English, line 1: {name} would be sent as it stands: letters have no variables',
    ])
    expect(changed!.draft!.shown!.texts).toMatchObject({
      en: { isSample: false },
      it: { isSample: true },
    })
    await useFileAgain(places, 'march')
    expect(await readLetters(places)).toEqual([file])
    await createDraft(places, { subject: 'April' }, now)
    await expect(useFileAgain(places, 'april')).rejects.toThrow(
      'There is no content/letters/april.md any more',
    )
    expect(await readDraft(db, 'april')).toBeDefined()
  })
})
