/** A picture inside a mail, which its HTML shows by `cid:`: a mail program asks no server for it. */
export interface MailPicture {
  cid: string
  /** The name that a mail program saves it under. */
  file: string
  type: 'image/jpeg' | 'image/png'
  base64: string
}

const parts = new WeakMap<MailPicture, Buffer>()

/** The picture as a part of a mail, for nodemailer: encoded once for all recipients. */
export function pictureAttachment(picture: MailPicture) {
  return { cid: picture.cid, raw: parts.getOrInsertComputed(picture, encodePart) }
}

function encodePart({ cid, file, type, base64 }: MailPicture): Buffer {
  const head = [
    `Content-Type: ${type}; name="${file}"`,
    `Content-ID: <${cid}>`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: inline; filename="${file}"`,
  ]
  // RFC 2045: at most 76 characters a line.
  const lines = base64.match(/.{1,76}/g)!
  return Buffer.from([...head, '', ...lines].join('\r\n'), 'latin1')
}

/** The HTML with the pictures inside it, for previews. */
export function withPictures(
  html: string,
  pictures: { cid: string; type: string; base64: string }[] = [],
): string {
  return pictures.reduce(
    (text, { cid, type, base64 }) => text.replaceAll(`cid:${cid}`, `data:${type};base64,${base64}`),
    html,
  )
}
