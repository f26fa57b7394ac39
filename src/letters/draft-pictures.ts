import { extname } from 'node:path'
import type { Db } from '#database/schema.ts'
import { UserError } from '#user-error.ts'
import { encodePicture, namePicture, type LetterPicture } from './encode-picture.ts'
import { slugOf } from './slug-of.ts'

/** In the texts of one letter. */
export const maxPictures = 10
/** Those that no text names stay for a while: the text may not be saved yet, or be brought back. */
const maxStored = 30

/**
 * Encodes a picture and stores it with its draft.
 * @param fileName as the owner's file is called
 * @returns its name in the text
 * @throws UserError if it can't be sent
 */
export async function addPicture(
  db: Db,
  letter: string,
  fileName: string,
  bytes: Uint8Array,
  now: Date,
): Promise<string> {
  const encoded = await encodePicture(fileName, Buffer.from(bytes))
  const given = extname(fileName).toLowerCase()
  const isKnown = ['.jpg', '.jpeg', '.png', '.webp'].includes(given)
  const extension = isKnown ? given : extname(encoded.file)
  const stem = slugOf(fileName.slice(0, fileName.length - extname(fileName).length)) || 'picture'
  return await db.transaction().execute(async (trx) => {
    // Locks the draft: pictures are dropped several at a time.
    const draft = await trx
      .updateTable('letter_drafts')
      .set({ name: letter })
      .where('name', '=', letter)
      .returning(['texts', 'used_texts'])
      .executeTakeFirst()
    if (!draft) throw new UserError('The letter was deleted in the meantime.')
    const stored = await trx
      .selectFrom('draft_pictures')
      .select('name')
      .where('letter', '=', letter)
      .orderBy('added_at')
      .execute()
    const names = stored.map((picture) => picture.name)
    const isNamed = (picture: string) =>
      `${draft.texts}${draft.used_texts ?? ''}`.includes(`(${picture}`)
    if (names.filter(isNamed).length >= maxPictures) {
      throw new UserError('A letter has room for ten pictures: take one out of the text first.')
    }
    const oldest = names.length >= maxStored && names.find((picture) => !isNamed(picture))
    if (oldest !== false && oldest !== undefined)
      await trx
        .deleteFrom('draft_pictures')
        .where('letter', '=', letter)
        .where('name', '=', oldest)
        .execute()
    const name = freeName(stem, extension, names)
    const { type, base64 } = encoded
    const picture = { ...encoded, ...namePicture(name, { type, base64 }), letter }
    await trx
      .insertInto('draft_pictures')
      .values({ ...picture, added_at: now.toISOString() })
      .execute()
    return name
  })
}

function freeName(stem: string, extension: string, taken: string[]): string {
  for (let count = 1; ; count++) {
    const name = `${stem}${count === 1 ? '' : `-${count}`}${extension}`
    if (!taken.includes(name)) return name
  }
}

export async function readDraftPicture(db: Db, letter: string, name: string) {
  const found = await db
    .selectFrom('draft_pictures')
    .select(['type', 'base64'])
    .where('letter', '=', letter)
    .where('name', '=', name)
    .executeTakeFirst()
  return found && { type: found.type, bytes: Buffer.from(found.base64, 'base64') }
}

/** Without their bytes. @param letter undefined: of all drafts */
export async function listDraftPictures(db: Db, letter?: string) {
  const rows = await db
    .selectFrom('draft_pictures')
    .select((row) => [
      'letter',
      'name',
      'width',
      'height',
      row.fn<number>('length', ['base64']).as('length'),
    ])
    .$if(letter !== undefined, (query) => query.where('letter', '=', letter!))
    .orderBy('added_at')
    .orderBy('name')
    .execute()
  // Four characters of base64 are three bytes.
  return rows.map(({ length, ...row }) => ({ ...row, bytes: Math.floor((length * 3) / 4) }))
}

/** With their bytes. @param names undefined: all of the draft */
export async function readDraftPictures(
  db: Db,
  letter: string,
  names?: string[],
): Promise<LetterPicture[]> {
  if (names?.length === 0) return []
  return await db
    .selectFrom('draft_pictures')
    .select(['name', 'file', 'cid', 'type', 'width', 'height', 'base64'])
    .where('letter', '=', letter)
    .$if(names !== undefined, (query) => query.where('name', 'in', names!))
    .execute()
}
