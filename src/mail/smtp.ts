import { createTransport } from 'nodemailer'
import { isLoopback } from '#loopback.ts'
import { mailHeaders, type OutgoingMail } from './mail-headers.ts'
import { pictureAttachment } from './mail-pictures.ts'
import { outcomeOf, type SendOutcome } from './smtp-replies.ts'

export type Transport = ReturnType<typeof createSmtpTransport>

interface SmtpOptions {
  /** smtps: TLS from the first byte. smtp: STARTTLS as soon as the server offers it. */
  url: string
  from: string
  /** Envelope sender, to which bounces go. */
  bounceTo?: string | undefined
  timeouts?: Timeouts
}

export type Timeouts = typeof defaultTimeouts

const defaultTimeouts = {
  connectMs: 20_000,
  greetingMs: 20_000,
  // Servers may scan mail before they respond: RFC 5321 recommends long timeouts.
  silenceMs: 120_000,
  /** For one mail as a whole: a server that sends byte by byte never hits the socket timeout. */
  mailMs: 300_000,
}

const probeTimeoutMs = 10_000

/** Opens as many connections as mails are sent at once, and keeps them for the next ones. */
export function createSmtpTransport(options: SmtpOptions) {
  const { url, from, bounceTo, timeouts = defaultTimeouts } = options
  /** Message-IDs of mails that the server was given to the last byte. */
  const handedOver = new Set<string>()
  const connections = new Set<Connection>()
  const free: Connection[] = []

  return {
    /** Never throws: the outcome says what went wrong. */
    async send(mail: OutgoingMail): Promise<SendOutcome> {
      const connection = free.pop() ?? openConnection(url, timeouts, handedOver)
      connections.add(connection)
      const deadline = setTimeout(() => {
        connections.delete(connection)
        connection.close({ force: true })
      }, timeouts.mailMs)
      try {
        const { html, text, pictures = [] } = mail
        const attachments = pictures.map(pictureAttachment)
        const headers = mailHeaders(mail, { from, bounceTo })
        await connection.sendMail({ ...headers, html, text, attachments })
        free.push(connection)
        return { kind: 'sent' }
      } catch (error) {
        // Reused last: if the server allows only few connections, the others are better.
        if (connections.has(connection)) free.unshift(connection)
        return outcomeOf(error, handedOver.has(`<${mail.messageId}>`))
      } finally {
        clearTimeout(deadline)
        handedOver.delete(`<${mail.messageId}>`)
      }
    },
    probe: () => checkSmtp(url),
    /** Lets mail in flight finish, or aborts it with `force`: its outcome is still correct. */
    close: (closing?: { force: boolean }) => connections.forEach((one) => one.close(closing)),
  }
}

/** Connects and logs in, without sending anything. */
export async function checkSmtp(url: string): Promise<SendOutcome> {
  const transport = createTransport({
    url,
    requireTLS: needsTls(url),
    // Otherwise a server that offers no login would pass for one that accepted it.
    forceAuth: new URL(url).username !== '',
    connectionTimeout: probeTimeoutMs,
    greetingTimeout: probeTimeoutMs,
    socketTimeout: probeTimeoutMs,
  })
  try {
    await transport.verify()
    return { kind: 'sent' }
  } catch (error) {
    return outcomeOf(error, false)
  }
}

/** Without TLS a password is sent to this machine only, unless SMTP_URL says `?requireTLS=false`. */
function needsTls(url: string): boolean {
  const { username, password, searchParams } = new URL(url)
  if (searchParams.get('requireTLS') === 'false') return false
  return `${username}${password}` !== '' && !isLoopback(url)
}

type Connection = ReturnType<typeof openConnection>

/** A pool of one connection: aborting its mail affects no other. It reconnects if the server has closed it. */
function openConnection(url: string, timeouts: Timeouts, handedOver: Set<string>) {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    requireTLS: needsTls(url),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.silenceMs,
  })
  // The connection writes the final dot when this stream has ended. Until then the server never has the whole mail;
  // afterwards, a missing reply leaves the mail in doubt.
  pool.use('stream', (mail, done) => {
    mail.message.processFunc((message) =>
      message.once('end', () => handedOver.add(mail.data.messageId!)),
    )
    done()
  })
  return pool
}
