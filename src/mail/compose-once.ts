import MailComposer from 'nodemailer/lib/mail-composer'
import { encode, wrap } from 'nodemailer/lib/qp'
import { mailHeaders, type OutgoingMail } from './mail-headers.ts'

/** A mail that is the same for many but for a few words. */
type MailToMany = OutgoingMail & Required<Pick<OutgoingMail, 'ownWords' | 'unsubscribeUrl'>>

export function isToMany(mail: OutgoingMail): mail is MailToMany {
  return mail.ownWords !== undefined
}

/** Stand in the headers where each recipient's own go. */
const places = {
  to: 'recipient@place.invalid',
  messageId: 'message-id@place.invalid',
  unsubscribeUrl: 'https://unsubscribe.place.invalid/',
  date: new Date(0),
}

/** Puts a mail to many together once, and then fills in what is each recipient's own. */
export function createComposer(from: string) {
  let last: { mail: MailToMany; pieces: string[] } | undefined

  return async (mail: MailToMany): Promise<string> => {
    const own = new Map([
      [places.to, mail.to],
      [places.messageId, mail.messageId],
      [places.unsubscribeUrl, mail.unsubscribeUrl],
      [headerDate(places.date), headerDate(mail.date)],
      ...Object.entries(mail.ownWords).map(([place, words]) => [place, quoted(words)] as const),
    ])
    if (!last || !isSame(last.mail, mail)) {
      const anyPlace = Array.from(own.keys(), (place) => RegExp.escape(place)).join('|')
      const message = await compose(mail, from)
      last = { mail, pieces: message.split(new RegExp(`(${anyPlace})`)) }
    }
    return last.pieces.map((piece) => own.get(piece) ?? piece).join('')
  }
}

function isSame(one: MailToMany, other: MailToMany): boolean {
  const shared = ['letter', 'subject', 'html', 'text'] as const
  return shared.every((part) => one[part] === other[part])
}

async function compose(mail: MailToMany, from: string): Promise<string> {
  const { html, text, ownWords } = mail
  const headers = mailHeaders({ ...mail, ...places }, from)
  const composer = new MailComposer({ ...headers, html, text, encoding: 'quoted-printable' })
  let message = (await composer.compile().build()).toString()
  for (const place of Object.keys(ownWords)) {
    // A line that ends in = goes on in the next (RFC 2045): the encoder may have cut a place in two.
    const maybeCut = Array.from(place, (sign) => RegExp.escape(sign)).join('(?:=\r\n)?')
    message = message.replaceAll(new RegExp(maybeCut, 'g'), `=\r\n${place}=\r\n`)
  }
  return message
}

function quoted(text: string): string {
  // A line has 76 characters at most; one is kept for the = that follows.
  return wrap(encode(text), 75)
}

/** RFC 5322. */
function headerDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000')
}
