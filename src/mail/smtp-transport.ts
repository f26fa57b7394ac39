import { createTransport } from 'nodemailer'
import { isLoopback } from '#loopback.ts'
import { createComposer, isToMany } from './compose-once.ts'
import { mailHeaders, type OutgoingMail } from './mail-headers.ts'
import { outcomeOf, type SendOutcome } from './send-outcome.ts'

export type Transport = ReturnType<typeof createSmtpTransport>

interface SmtpOptions {
  /** smtps: TLS from the first byte. smtp: STARTTLS as soon as the server offers it. */
  url: string
  from: string
  patience?: Patience
}

export type Patience = typeof defaultPatience

const defaultPatience = {
  connectMs: 20_000,
  greetingMs: 20_000,
  // Servers that scan the mail before they answer take their time; RFC 5321 asks for patience.
  silenceMs: 120_000,
  /** For one mail as a whole: a server that trickles its answers is never silent. */
  mailMs: 300_000,
}

export const mostConnections = 5

export function createSmtpTransport(options: SmtpOptions) {
  const { url, from, patience = defaultPatience } = options
  /** The Message-IDs of what the server was given to the last byte. */
  const handedOver = new Set<string>()
  const compose = createComposer(from)
  /** Each sends one mail at a time: one that is given up takes no other with it. */
  const connections = new Set<Connection>()
  const free: Connection[] = []

  return {
    /** Never throws: what went wrong is in the outcome. */
    async send(mail: OutgoingMail): Promise<SendOutcome> {
      const connection = free.pop() ?? openConnection(url, patience, handedOver)
      connections.add(connection)
      const deadline = setTimeout(() => {
        connections.delete(connection)
        connection.close({ force: true })
      }, patience.mailMs)
      try {
        const { html, text } = mail
        const { envelope, messageId, ...headers } = mailHeaders(mail, from)
        const message = isToMany(mail) ? { raw: await compose(mail) } : { ...headers, html, text }
        await connection.sendMail({ envelope, messageId, ...message })
        free.push(connection)
        return { kind: 'sent' }
      } catch (error) {
        // Comes last: a server that allows only a few has others open.
        if (connections.has(connection)) free.unshift(connection)
        return outcomeOf(error, handedOver.has(`<${mail.messageId}>`))
      } finally {
        clearTimeout(deadline)
        handedOver.delete(`<${mail.messageId}>`)
      }
    },
    /** Lets the mail under way finish, or with `force` breaks it off: its outcome stays true. */
    close: (closing?: { force: boolean }) => connections.forEach((one) => one.close(closing)),
  }
}

/**
 * A password in clear text is anybody's on the way: without TLS it goes to this machine only. The rare
 * exception says so itself, with `?requireTLS=false` in SMTP_URL.
 */
export function needsTls(url: string): boolean {
  const { username, password, searchParams } = new URL(url)
  if (searchParams.get('requireTLS') === 'false') return false
  return `${username}${password}` !== '' && !isLoopback(url)
}

type Connection = ReturnType<typeof openConnection>

/** Kept for the next mail, and opened anew where the server has closed it. */
function openConnection(url: string, patience: Patience, handedOver: Set<string>) {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    requireTLS: needsTls(url),
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.greetingMs,
    socketTimeout: patience.silenceMs,
  })
  // The connection adds the final dot when this stream has ended, and not before. What breaks
  // earlier was never a whole mail; what breaks later, without an answer, nobody can know.
  pool.use('stream', (mail, done) => {
    mail.message.processFunc((message) =>
      message.once('end', () => handedOver.add(mail.data.messageId!)),
    )
    done()
  })
  return pool
}
