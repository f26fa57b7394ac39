import { EventEmitter } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface CaughtMail {
  id: number
  at: Date
  /** Who it was really for: the envelope's word, not the letter's. */
  to: string
  raw: string
  email: Email
}

export interface Inbox {
  smtp: SMTPServer
  /** The newest first. */
  mails: CaughtMail[]
  arrivals: EventEmitter<{ mail: [] }>
}

const mostKept = 500

/** An SMTP server that takes every mail, with any password, and keeps it in memory. */
export function createInbox(): Inbox {
  const mails: CaughtMail[] = []
  const arrivals = new EventEmitter<{ mail: [] }>().setMaxListeners(0)
  let count = 0
  const smtp = new SMTPServer({
    // Nobody would trust its certificate.
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
    async onData(stream, { envelope }, callback) {
      try {
        const bytes = await buffer(stream)
        const email = await PostalMime.parse(bytes)
        const to = envelope.rcptTo.map(({ address }) => address).join(', ')
        mails.unshift({ id: ++count, at: new Date(), to, raw: bytes.toString(), email })
        mails.splice(mostKept)
        arrivals.emit('mail')
        callback()
      } catch (error) {
        callback(error as Error)
      }
    },
  })
  return { smtp, mails, arrivals }
}
