import { hash } from 'node:crypto'
import { basename, extname } from 'node:path'
import type { MailPicture } from '#mail/mail-pictures.ts'
import { UserError } from '#user-error.ts'

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

/**
 * As JPEG or PNG, which Outlook can show, whichever is smaller. Without metadata, such as where a photo was taken.
 * @throws UserError if it can't be sent
 */
export async function encodePicture(name: string, bytes: Buffer): Promise<LetterPicture> {
  if (bytes.length === 0) unreadable(name)
  // Loaded only if a letter has pictures.
  const { default: sharp } = await import('sharp')
  // Reading the size decodes nothing. With sharp's own limit, a larger picture would be reported as damaged.
  const source = sharp(bytes, { limitInputPixels: false })
  const { format, width, height, pages } = await source.metadata().catch(() => unreadable(name))
  if (!['jpeg', 'png', 'webp'].includes(format)) unreadable(name)
  if ((pages ?? 1) > 1 || (format === 'png' && isAnimatedPng(bytes)))
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
  const type = info.format === 'png' ? 'image/png' : 'image/jpeg'
  const { width: shownWidth, height: shownHeight } = info
  const base64 = data.toString('base64')
  return { ...namePicture(name, { type, base64 }), width: shownWidth, height: shownHeight }
}

/** How it is called in the letter, in the mail and on the site. */
export function namePicture(name: string, picture: Pick<MailPicture, 'type' | 'base64'>) {
  // With the name, so that two files with the same picture stay two.
  const id = hash('sha256', `${name} ${picture.base64}`).slice(0, 16)
  const extension = picture.type === 'image/png' ? 'png' : 'jpg'
  const file = `${basename(name, extname(name))}-${id}.${extension}`
  return { ...picture, name, file, cid: `${id}@pictures` }
}

/** sharp only sees the first picture of one. The chunk that counts them comes before the data. */
function isAnimatedPng(bytes: Buffer): boolean {
  return bytes.subarray(0, Math.max(0, bytes.indexOf('IDAT'))).includes('acTL')
}

export function unreadable(name: string): never {
  throw new UserError(
    `${name} can't be read as a picture: it is damaged, or not a JPEG, PNG or WebP`,
  )
}
