import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Language } from '#language.ts'
import type { MailPicture } from '#mail/mail-pictures.ts'
import { describeError } from '#user-error.ts'
import { listDraftPictures, readDraftPictures } from './draft-pictures.ts'
import { encodePicture, unreadable, type LetterPicture } from './encode-picture.ts'
import { languagesOf, pictureNames, placeOf, type OwnLetter } from './letter-file.ts'
import type { FoundLetter, LetterPlaces } from './read-letters.ts'

/** Of all pictures of one mail, resized and encoded, before base64. */
export const maxMailBytes = 400_000

/** About the pictures in one language. */
export interface PictureMistake {
  language: Language
  sentence: string
}

/** The pictures of a letter in all its languages, without those that can't be sent. */
export async function readPictures(own: OwnLetter, { db, lettersDir }: LetterPlaces) {
  const names = [...new Set(languagesOf(own.texts).flatMap((language) => namesIn(own, language)))]
  const pictures = new Map<string, LetterPicture>()
  if (own.origin === 'database') {
    for (const picture of await readDraftPictures(db!, own.name, names)) {
      pictures.set(picture.name, picture)
    }
  }
  const mistakes = await checkEach(own, async (name) => {
    if (own.origin === 'file') pictures.set(name, await encodeOnce(join(lettersDir, name)))
    const picture = pictures.get(name)
    return picture && bytesOf(picture)
  })
  return { pictures: [...pictures.values()], mistakes }
}

/** The letters, of which those whose pictures can't be sent have only mistakes. */
export async function checkPictures(
  found: FoundLetter[],
  { db, lettersDir }: LetterPlaces,
): Promise<FoundLetter[]> {
  const stored = db ? await listDraftPictures(db) : []
  const checked: FoundLetter[] = []
  for (const one of found) {
    const sizeOf = async (name: string) =>
      one.origin === 'file'
        ? bytesOf(await encodeOnce(join(lettersDir, name)))
        : stored.find((picture) => picture.letter === one.name && picture.name === name)?.bytes
    const { letter } = one
    const mistakes = letter ? await checkEach(letter, sizeOf) : []
    const placed = mistakes.map((mistake) => placedMistake(letter!, mistake))
    checked.push(mistakes.length > 0 ? { ...one, letter: undefined, mistakes: placed } : one)
  }
  return checked
}

/** @param sizeOf undefined for a picture that is missing: reading the letter has reported it */
async function checkEach(own: OwnLetter, sizeOf: (name: string) => Promise<number | undefined>) {
  const mistakes: PictureMistake[] = []
  for (const language of languagesOf(own.texts)) {
    const report = (sentence: string) => mistakes.push({ language, sentence })
    const sizes: { name: string; bytes: number }[] = []
    for (const name of namesIn(own, language)) {
      try {
        sizes.push({ name, bytes: (await sizeOf(name)) ?? 0 })
      } catch (error) {
        report(String(describeError(error)))
      }
    }
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total > maxMailBytes) {
      const each = sizes.map(({ name, bytes }) => `${name} ${kilobytes(bytes)}`)
      report(
        `its pictures have ${kilobytes(total)}, over ${kilobytes(maxMailBytes)}: ${each.join(', ')}`,
      )
    }
  }
  return mistakes
}

export function placedMistake(own: OwnLetter, { language, sentence }: PictureMistake): string {
  return `${placeOf(own, language)}: ${sentence}`
}

const namesIn = ({ texts }: OwnLetter, language: Language) => pictureNames(texts[language]!.body)

export function bytesOf({ base64 }: Pick<MailPicture, 'base64'>): number {
  return Buffer.byteLength(base64, 'base64')
}

export function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`
}

const encoded = new Map<string, { version: string; picture: Promise<LetterPicture> }>()

/** Once for each version of the file: the console reads its letters again and again. */
export function encodeOnce(file: string): Promise<LetterPicture> {
  const { mtimeMs, size } = statSync(file)
  const version = `${mtimeMs} ${size}`
  const known = encoded.get(file)
  if (known?.version === version) return known.picture
  const picture = encodePicture(basename(file), readPictureFile(file))
  encoded.set(file, { version, picture })
  return picture
}

function readPictureFile(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    return unreadable(basename(file))
  }
}
