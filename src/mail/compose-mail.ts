import MailComposer from 'nodemailer/lib/mail-composer'
import { encode, wrap } from 'nodemailer/lib/qp'
import { mailHeaders, type OutgoingMail } from './mail-headers.ts'

/** A mail as it travels. nodemailer alone would pass it through streams, and take five times as long. */
export function composeMail(mail: OutgoingMail, from: string) {
  const { envelope, messageId, ...headers } = mailHeaders(mail, from)
  const parts = [
    { contentType: 'text/plain', words: mail.text },
    { contentType: 'text/html', words: mail.html },
  ]
  const alternatives = parts.map(({ contentType }) => ({ contentType }))
  const root = new MailComposer({ messageId, ...headers, alternatives }).compile()
  const raw = [
    root.buildHeaders(),
    '',
    ...parts.flatMap(({ contentType, words }) => [
      `--${root.boundary}`,
      `Content-Type: ${contentType}; charset=utf-8`,
      'Content-Transfer-Encoding: quoted-printable',
      '',
      mail.isQuoted ? words : quoted(words),
    ]),
    `--${root.boundary}--`,
    '',
  ]
  return { envelope, messageId, raw: raw.join('\r\n') }
}

/** Words in quoted-printable (RFC 2045). */
export function quoted(words: string): string {
  // A line has 76 characters at most; one is kept for the = that may follow.
  return wrap(encode(words.replaceAll('\n', '\r\n')), 75)
}

/** The same, but for places that are left for `quoted` words, each on a line of its own. */
export function quotedAround(places: string[], words: string): string {
  const pieces = words.split(
    new RegExp(`(${places.map((place) => RegExp.escape(place)).join('|')})`),
  )
  // A line that ends in = goes on in the next.
  return pieces.map((piece) => (places.includes(piece) ? piece : quoted(piece))).join('=\r\n')
}
