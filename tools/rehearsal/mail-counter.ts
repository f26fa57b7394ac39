import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailCounter = Awaited<ReturnType<typeof openMailCounter>>

/** A mail server on a free loopback port that counts mail, and lets one reader open their confirmation mail. */
export async function openMailCounter({ letter, reader }: { letter: string; reader: string }) {
  /** Times of arrival, by recipient. */
  const letters = new Map<string, number[]>()
  /** The first arrival, by recipient. */
  const confirmations = new Map<string, number>()
  let readersMail: Buffer | undefined
  let lastMailAt = 0
  let lastLetterAt = 0
  let onLetter = () => {}
  // Only by its headers: parsing thousands of mails would take time from the site.
  const isLetter = new RegExp(`^Feedback-ID: ${letter}:`, 'm')
  const isAutomatic = /^Auto-Submitted: /m

  function countMail(to: string, mail: Buffer) {
    const headers = mail.toString('latin1', 0, mail.indexOf('\r\n\r\n'))
    lastMailAt = Date.now()
    if (isAutomatic.test(headers)) {
      if (to === reader) readersMail = mail
      if (!confirmations.has(to)) confirmations.set(to, lastMailAt)
    }
    if (!isLetter.test(headers)) return
    lastLetterAt = lastMailAt
    letters.set(to, [...(letters.get(to) ?? []), lastLetterAt])
    onLetter()
  }

  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, { envelope }, callback) {
      buffer(stream)
        .then((mail) => countMail(envelope.rcptTo[0]!.address, mail))
        .then(() => callback(), callback)
    },
  })
  // The killed server's connections break.
  smtp.on('error', () => {})
  const server = smtp.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    confirmations,
    lastMailAt: () => lastMailAt,
    lastLetterAt: () => lastLetterAt,
    onLetter: (listener: () => void) => void (onLetter = listener),
    async confirmLink(): Promise<string | undefined> {
      const { text = '' } = readersMail ? await PostalMime.parse(readersMail) : {}
      return /\bhttp\S+\/confirm\/\S+/.exec(text)?.[0]
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}
