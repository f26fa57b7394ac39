import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface CaughtMail {
  id: number
  at: Date
  /** From the envelope, not from the headers. */
  to: string
  email: Email
}

export type MailCatcher = Awaited<ReturnType<typeof catchMail>>

const maxKept = 200

/** Starts an SMTP server on a free loopback port that accepts every mail and keeps the last ones in memory. */
export async function catchMail() {
  /** Newest first. */
  const mails: CaughtMail[] = []
  // Every open page with mail listens.
  const arrivals = new EventEmitter<{ mail: [] }>().setMaxListeners(0)
  let lastId = 0
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    async onData(stream, { envelope }, callback) {
      try {
        const email = await PostalMime.parse(await buffer(stream))
        const to = envelope.rcptTo.map(({ address }) => address).join(', ')
        mails.unshift({ id: ++lastId, at: new Date(), to, email })
        mails.splice(maxKept)
        arrivals.emit('mail')
        callback()
      } catch (error) {
        callback(error as Error)
      }
    },
  })
  // A broken connection is the client's to report.
  smtp.on('error', () => {})
  const server = smtp.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    arrivals,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}
