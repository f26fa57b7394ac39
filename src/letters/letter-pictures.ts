import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { MailPicture } from '#mail/mail-pictures.ts'
import { describeError, UserError } from '#user-error.ts'
import type { LetterOnDisk } from './content-letters.ts'
import { languagesOf, letterFile, pictureNames, type OwnLetter } from './letter-file.ts'

/** A picture of a letter, as it was encoded when the letter was sent. */
export interface LetterPicture extends MailPicture {
  /** As the letter names it. */
  name: string
  width: number
  height: number
}

/** To show it where its bytes are elsewhere. */
export type PictureFacts = Omit<LetterPicture, 'base64'>

/** Twice the width of a mail, for sharp screens. */
const maxWidth = 1120
const maxPixels = 30_000_000
/** Of all pictures of one mail, resized and encoded, before base64. */
const maxMailBytes = 400_000

/** The pictures of a letter in all its languages. A mistake names the letter's file. */
export async function readPictures(own: OwnLetter, folder: string) {
  const pictures = new Map<string, LetterPicture>()
  const mistakes: string[] = []
  for (const language of languagesOf(own.texts)) {
    const names = pictureNames(own.texts[language]!.body)
    const report = (mistake: string) =>
      mistakes.push(`${letterFile(own.name, language)}: ${mistake}`)
    for (const name of names) {
      try {
        pictures.set(name, await encodeOnce(join(folder, name)))
      } catch (error) {
        report(String(describeError(error)))
      }
    }
    const sizes = names.flatMap((name) => {
      const picture = pictures.get(name)
      return picture ? { name, bytes: bytesOf(picture) } : []
    })
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total > maxMailBytes) {
      const each = sizes.map(({ name, bytes }) => `${name} ${kilobytes(bytes)}`)
      report(
        `its pictures have ${kilobytes(total)}, over ${kilobytes(maxMailBytes)}: ${each.join(', ')}`,
      )
    }
  }
  return { pictures: [...pictures.values()], mistakes }
}

/** The letters, of which those whose pictures can't be sent have only mistakes. */
export async function checkPictures(
  files: LetterOnDisk[],
  folder: string,
): Promise<LetterOnDisk[]> {
  const checked: LetterOnDisk[] = []
  for (const file of files) {
    const { mistakes } = file.letter ? await readPictures(file.letter, folder) : { mistakes: [] }
    checked.push(mistakes.length > 0 ? { ...file, letter: undefined, mistakes } : file)
  }
  return checked
}

export function bytesOf({ base64 }: Pick<MailPicture, 'base64'>): number {
  return Buffer.byteLength(base64, 'base64')
}

export function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`
}

const encoded = new Map<string, { version: string; picture: Promise<LetterPicture> }>()

/** Once for each version of the file: the console reads its letters again and again. */
function encodeOnce(file: string): Promise<LetterPicture> {
  const { mtimeMs, size } = statSync(file)
  const version = `${mtimeMs} ${size}`
  const known = encoded.get(file)
  if (known?.version === version) return known.picture
  const picture = encode(file)
  encoded.set(file, { version, picture })
  return picture
}

/** As JPEG or PNG, which Outlook can show, whichever is smaller. Without metadata, such as where a photo was taken. */
async function encode(file: string): Promise<LetterPicture> {
  const name = basename(file)
  // Loaded only if a letter has pictures.
  const { default: sharp } = await import('sharp')
  // Reading the size decodes nothing. With sharp's own limit, a larger picture would be reported as damaged.
  const source = sharp(file, { limitInputPixels: false })
  const { format, width, height, pages } = await source.metadata().catch(() => unreadable(name))
  if (!['jpeg', 'png', 'webp'].includes(format)) unreadable(name)
  if ((pages ?? 1) > 1 || (format === 'png' && isAnimatedPng(file)))
    throw new UserError(`${name} is animated: save one picture of it`)
  const pixels = width * height
  if (pixels > maxPixels) {
    throw new UserError(
      `${name} has ${Math.round(pixels / 1e6)} megapixels, over ${maxPixels / 1e6}: make it smaller`,
    )
  }
  const resized = source
    .autoOrient()
    .resize({ width: maxWidth, withoutEnlargement: true })
    // In the dark scheme, dark lines on no ground would be invisible.
    .flatten({ background: '#fff' })
  const jpeg = resized.clone().jpeg({ quality: 80, mozjpeg: true, chromaSubsampling: '4:4:4' })
  const png = resized.clone().png({ compressionLevel: 9 })
  const [smaller] = await Promise.all(
    [png, jpeg].map((one) => one.toBuffer({ resolveWithObject: true })),
  )
    .then((both) => both.toSorted((a, b) => a.data.length - b.data.length))
    .catch(() => unreadable(name))
  const { data, info } = smaller!
  // With the name, so that two files with the same picture stay two.
  const id = hash('sha256', `${name} ${data.toString('base64')}`).slice(0, 16)
  const extension = info.format === 'png' ? 'png' : 'jpg'
  return {
    name,
    file: `${basename(name, extname(name))}-${id}.${extension}`,
    cid: `${id}@pictures`,
    type: info.format === 'png' ? 'image/png' : 'image/jpeg',
    width: info.width,
    height: info.height,
    base64: data.toString('base64'),
  }
}

/** sharp only sees the first picture of one. The chunk that counts them comes before the data. */
function isAnimatedPng(file: string): boolean {
  const bytes = readFileSync(file)
  return bytes.subarray(0, Math.max(0, bytes.indexOf('IDAT'))).includes('acTL')
}

function unreadable(name: string): never {
  throw new UserError(
    `${name} can't be read as a picture: it is damaged, or not a JPEG, PNG or WebP`,
  )
}
