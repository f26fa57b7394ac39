import { createServer, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface Received {
  from: string
  to: string[]
  /** As it came, head and all. */
  raw: string
  at: number
}

export interface SmtpInbox {
  url: string
  port: number
  received: Received[]
  /** The passwords that were tried. */
  logins: string[]
  /** The password that opens it. */
  password: string | undefined
  connections: number
  /** The answer to each stage: undefined accepts, "550 no" refuses. Change it at any time. */
  answers: {
    mail?: string
    rcpt?: string | ((address: string) => string | undefined)
    data?: string
  }
  close(): Promise<void>
}

/** A real SMTP server that keeps what it gets, and refuses what it is told to refuse. */
export async function openInbox(
  options: SMTPServerOptions & { port?: number; password?: string } = {},
): Promise<SmtpInbox> {
  const { port = 0, password, ...serverOptions } = options
  const answers: SmtpInbox['answers'] = {}
  const inbox = {
    received: [] as Received[],
    logins: [] as string[],
    connections: 0,
    password,
  }
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    ...serverOptions,
    onConnect(_session, callback) {
      inbox.connections++
      callback()
    },
    onAuth(auth, _session, callback) {
      inbox.logins.push(auth.password ?? '')
      callback(auth.password === inbox.password ? null : new Error('no'), { user: auth.username })
    },
    onMailFrom: (_address, _session, callback) => callback(refusal(answers.mail)),
    onRcptTo({ address }, _session, callback) {
      callback(refusal(typeof answers.rcpt === 'function' ? answers.rcpt(address) : answers.rcpt))
    },
    onData(stream, session, callback) {
      // A client that dies in the middle of a mail is what some tests are about.
      const broken = () => callback(new Error('broken off'))
      text(stream).then((raw) => {
        const refused = refusal(answers.data)
        if (!refused) {
          const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
          const to = session.envelope.rcptTo.map(({ address }) => address)
          inbox.received.push({ from, to, raw, at: performance.now() })
        }
        return callback(refused)
      }, broken)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = (server.server.address() as AddressInfo).port
  const close = () =>
    new Promise<void>((resolve) => {
      for (const { _socket } of server.connections) _socket.destroy()
      server.close(() => resolve())
    })
  onTestFinished(close)
  const credentials = password === undefined ? '' : 'owner:secret@'
  return Object.assign(inbox, {
    port: bound,
    answers,
    close,
    url: `${options.secure ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${bound}`,
  })
}

export interface RawSmtp {
  url: string
  connections: number
  /** Every line the client wrote, over all connections. */
  lines: string[]
}

export const silence = Symbol('silence')
export const hangUp = Symbol('hang up')

/** What the server does at a stage. */
export type Move = string | typeof silence | typeof hangUp | { line: string; afterMs: number }

export interface Script {
  greeting?: Move
  ehlo?: Move
  auth?: Move
  mail?: Move
  rcpt?: Move
  data?: Move
  /** As soon as the first bytes of the mail come. */
  inside?: Move
  /** After the final dot. */
  dot?: Move
}

/** A server that keeps to no rule but its script. */
export async function openRawSmtp(script: Script): Promise<RawSmtp> {
  const raw: RawSmtp = { url: '', connections: 0, lines: [] }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    raw.connections++
    sockets.add(socket)
    socket.on('error', () => {})
    talk(socket, script, raw.lines)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const credentials = script.auth === undefined ? '' : 'owner:secret@'
  raw.url = `smtp://${credentials}127.0.0.1:${(server.address() as AddressInfo).port}`
  return raw
}

function talk(socket: Socket, script: Script, lines: string[]) {
  let rest = ''
  let isInMail = false
  const move = (made: Move) => {
    if (made === hangUp) socket.destroy()
    else if (typeof made === 'string') socket.write(`${made}\r\n`)
    else if (made !== silence) setTimeout(() => socket.write(`${made.line}\r\n`), made.afterMs)
  }
  const answer = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') {
      return move(script.ehlo ?? (script.auth ? '250-here\r\n250 AUTH PLAIN' : '250 here'))
    }
    if (verb === 'AUTH') return move(script.auth ?? '235 welcome')
    if (verb === 'MAIL') return move(script.mail ?? '250 ok')
    if (verb === 'RCPT') return move(script.rcpt ?? '250 ok')
    if (verb === 'QUIT') return move('221 bye')
    if (verb !== 'DATA') return move('250 ok')
    isInMail = script.data === undefined
    return move(script.data ?? '354 go on')
  }
  socket.on('data', (chunk) => {
    if (isInMail && script.inside !== undefined) return move(script.inside)
    rest += chunk.toString('latin1')
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      lines.push(line)
      if (!isInMail) answer(line)
      else if (line === '.') {
        isInMail = false
        move(script.dot ?? '250 taken')
      }
    }
  })
  move(script.greeting ?? '220 here')
}

function refusal(answer: string | undefined): Error | null {
  if (answer === undefined) return null
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
}

export function recipients(inbox: SmtpInbox): string[] {
  return inbox.received.flatMap(({ to }) => to).toSorted()
}

export function messageIds(inbox: SmtpInbox): (string | undefined)[] {
  return inbox.received.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])
}
