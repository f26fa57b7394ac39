import { encode, wrap } from 'nodemailer/lib/qp'

/**
 * A part of a mail as it travels, encoded once for all who get it.
 * @param places in the text that are left for `quoted` values, each on a line of its own
 */
export function quotedPart(contentType: string, text: string, places: string[]): string {
  const pieces = text
    .replaceAll('\n', '\r\n')
    .split(new RegExp(`(${places.map((place) => RegExp.escape(place)).join('|')})`))
    .map((piece) => (places.includes(piece) ? piece : quoted(piece)))
  const headers = `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable`
  // A line that ends in = goes on in the next (RFC 2045).
  return `${headers}\r\n\r\n${pieces.join('=\r\n')}`
}

export function quoted(text: string): string {
  // A line has 76 characters at most; one is kept for the = that may follow.
  return wrap(encode(text), 75)
}
