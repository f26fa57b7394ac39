import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { queueDue } from '../../test/support/letters.ts'
import { mailKinds } from '../../test/support/open-outbox.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { copyFile, createDraft, deleteDraft, renameDraft } from './create-draft.ts'
import { addPicture, listDraftPictures, readDraftPicture } from './draft-pictures.ts'
import { followLaunch } from './launch-letters.ts'
import { saveDraft } from './letter-drafts.ts'
import { renderLetter } from './letter-mail.tsx'
import { checkPictures } from './letter-pictures.ts'
import { readPublicLetter } from './public-letters.ts'
import { readLetters } from './read-letters.ts'
import { scheduleLetter } from './stored-letters.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const colour = (background: string) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background } })
const png = await colour('#0f2b23').png().toBuffer()
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
/** Hard to compress: over 400 kB as it is sent. */
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
const photo = await sharp({
  create: { width: 1120, height: 900, channels: 3, background: '#888', noise },
})
  .jpeg({ quality: 100 })
  .toBuffer()

describe.each(dialects)('pictures of drafts on %s', (dialect) => {
  async function open() {
    const { db } = await openTestDatabase(dialect)
    const places = { db, lettersDir: mkdtempSync(join(tmpdir(), 'letters-')) }
    const name = await createDraft(places, { subject: 'Spring' }, now)
    const add = (fileName: string, bytes: Buffer = png) =>
      addPicture(db, name, fileName, bytes, now)
    let version = 1
    const write = async (body: string, isPublic = false) => {
      const texts = { en: { subject: 'Spring', preview: '', body } }
      const saved = await saveDraft(db, { name, version, texts, isPublic }, now)
      if (saved.state === 'saved') ({ version } = saved)
    }
    const mistakes = async () =>
      (await checkPictures(await readLetters(places), places)).flatMap((found) => found.mistakes)
    return { db, places, name, add, write, mistakes }
  }

  test('a picture gets a name that a letter can have, unique in its draft, and is encoded when it is added', async () => {
    const { db, add, name } = await open()
    expect(await add('Foto dell’ufficio (è bella).PNG')).toBe('foto-dellufficio-e-bella.png')
    expect(await add('first look.png')).toBe('first-look.png')
    expect(await add('first look.png')).toBe('first-look-2.png')
    expect(await add('../../🎉')).toBe('picture.png')
    expect(await listDraftPictures(db, name)).toMatchObject(
      [
        { name: 'foto-dellufficio-e-bella.png', width: 30, height: 20 },
        { name: 'first-look-2.png' },
        { name: 'first-look.png' },
        { name: 'picture.png' },
      ].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    )
    const picture = (await readDraftPicture(db, name, 'first-look.png'))!
    expect(picture.type).toBe('image/png')
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 30, height: 20 })
    expect(await readDraftPicture(db, name, 'other.png')).toBeUndefined()
  })

  test('a file that is no JPEG, PNG or WebP is refused in one sentence that names it', async () => {
    const { db, add, name } = await open()
    const refused =
      /^drawing.svg can't be read as a picture: it is damaged, or not a JPEG, PNG or WebP$/
    await expect(add('drawing.svg', svg)).rejects.toThrow(refused)
    await expect(add('half.png', png.subarray(0, 60))).rejects.toThrow("half.png can't be read")
    await expect(add('empty.png', png.subarray(0, 0))).rejects.toThrow("empty.png can't be read")
    expect(await listDraftPictures(db, name)).toEqual([])
    await deleteDraft(db, name)
    await expect(add('late.png')).rejects.toThrow('The letter was deleted in the meantime.')
  })

  test('a text may name ten pictures, and those that no text names make room', async () => {
    const { db, add, write, name } = await open()
    const names: string[] = []
    for (let count = 0; count < 30; count++) names.push(await add('a.png'))
    await write(
      names
        .slice(0, 9)
        .map((one) => `![It](${one})`)
        .join('\n\n'),
    )
    await add('b.png')
    const left = (await listDraftPictures(db, name)).map((picture) => picture.name)
    expect(left).toHaveLength(30)
    expect(left).toEqual(expect.arrayContaining([...names.slice(0, 9), 'b.png']))
    await write([...names.slice(0, 9), 'b.png'].map((one) => `![It](${one})`).join('\n\n'))
    await expect(add('c.png')).rejects.toThrow('A letter has room for ten pictures')
  })

  test('more than ten pictures that were added before the text was saved are a mistake', async () => {
    const { add, write, mistakes } = await open()
    const names: string[] = []
    for (let count = 0; count < 11; count++) names.push(await add('a.png'))
    const text = names.map((one) => `![It](${one})`)
    await write(text.slice(1).join('\n\n'))
    expect(await mistakes()).toEqual([])
    await write(text.join('\n\n'))
    expect(await mistakes()).toEqual([
      'spring, English: a letter has room for 10 pictures, and this one has 11: take some out',
    ])
  })

  test('a missing, an undescribed and too many kilobytes of pictures are mistakes of the draft', async () => {
    const { add, write, mistakes } = await open()
    await write('Hello\n\n![It](no.png)')
    expect(await mistakes()).toEqual([
      'spring, English, line 3: the picture no.png is missing: add it again, or take it out',
    ])
    await add('photo.jpg', photo)
    await write('Hello\n\n![](photo.jpg)')
    expect(await mistakes()).toEqual([
      'spring, English, line 3: say what photo.jpg shows: ![What it shows](photo.jpg)',
    ])
    await write('![It](photo.jpg)')
    expect(await mistakes()).toEqual([
      expect.stringMatching(
        /^spring, English: its pictures have \d+ kB, over 400 kB: photo.jpg \d+ kB$/,
      ),
    ])
  })

  test('pictures are renamed and deleted with their draft, and copied with a file', async () => {
    const { db, places, add, name } = await open()
    await add('a.png')
    await renameDraft(places, name, 'summer')
    expect(await listDraftPictures(db)).toMatchObject([{ letter: 'summer', name: 'a.png' }])
    await deleteDraft(db, 'summer')
    expect(await listDraftPictures(db)).toEqual([])
    writeFileSync(join(places.lettersDir, 'face.png'), png)
    writeFileSync(
      join(places.lettersDir, 'march.md'),
      '---\nsubject: March\n---\n![She](face.png)\n\n![He](no.png)',
    )
    await copyFile(places, 'march', now)
    expect(await listDraftPictures(db)).toMatchObject([{ letter: 'march', name: 'face.png' }])
    const [found] = await readLetters(places)
    expect(found!.mistakes).toEqual([
      'march, English, line 3: the picture no.png is missing: add it again, or take it out',
    ])
  })

  test('a draft that is bound to the launch goes out once to each, with its pictures and its page, as it was then', async () => {
    const { db, places, add, write, name } = await open()
    await seedSubscribers(db, 3)
    await add('look.png')
    await write('Hello\n\n![The first look](look.png)', true)
    const [found] = await readLetters(places, name)
    const settings = { publicUrl: 'https://www.spunta.test', sender: 'us@spunta.test', ...places }
    const letter = await renderLetter(found!.letter!, settings)
    expect(await scheduleLetter(db, letter, { dueAt: 'launch', now })).toBe(true)
    await deleteDraft(db, name)
    await followLaunch(db, now, { launched: { url: 'https://tool.spunta.test/' } })
    for (let time = 0; time < 2; time++) await queueDue(db, now)
    const queued = await db.selectFrom('outbox').select(['about_id', 'letter']).execute()
    expect(queued).toHaveLength(3)
    const ids = queued.map(({ about_id }) => about_id)
    const drafts = await mailKinds.letter.findDrafts(db, ids, { letter: name, isClaim: true })
    expect(new Set(drafts.map(({ to }) => to)).size).toBe(3)
    const mail = await drafts[0]!.render(now, db)
    expect(mail.pictures).toMatchObject([
      { file: expect.stringMatching(/^look-[0-9a-f]{16}\.png$/) },
    ])
    expect(mail.html).toContain(`cid:${mail.pictures![0]!.cid}`)
    expect((await readPublicLetter(db, name)).pictures).toMatchObject([{ name: 'look.png' }])
  })
})
