import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { OutgoingMail } from '#mail/mail-headers.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'

export const silence = Symbol('silence')
export const hangUp = Symbol('hang up')

/** What a server does at a stage. */
type Move = string | typeof silence | typeof hangUp | { line: string; afterMs: number }

type Answer = Move | ((address: string) => Move | undefined)

/** Where it keeps to no rule: inside is as soon as the mail comes, dot after its end. Change it at any time. */
export type Answers = {
  [stage in 'greeting' | 'ehlo' | 'auth' | 'mail' | 'rcpt' | 'data' | 'inside' | 'dot']?: Answer
}

export interface InboxOptions extends Answers {
  port?: number
  /** The one that opens it. */
  password?: string
}

/** A real SMTP server that keeps what it gets, and answers as it is told to. */
export async function openInbox({ port: wanted = 0, password, ...answers }: InboxOptions = {}) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    converse(socket, inbox)
  })
  server.listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const asksPassword = (password ?? answers.auth) !== undefined
  const inbox = {
    url: `smtp://${asksPassword ? 'owner:secret@' : ''}127.0.0.1:${port}`,
    asksPassword,
    password,
    answers,
    received: [] as { to: string[]; raw: string; at: number }[],
    /** The passwords that were tried. */
    logins: [] as string[],
    /** Every line that clients wrote. */
    lines: [] as string[],
    /** Ends all conversations, and waits until the clients know. */
    async hangUp() {
      await Promise.all([...sockets].map((socket) => once(socket.end(), 'close')))
    },
  }
  return inbox
}

export type SmtpInbox = Awaited<ReturnType<typeof openInbox>>

function converse(socket: Socket, inbox: SmtpInbox) {
  let to: string[] = []
  let lines: string[] | undefined
  const moveAt = (stage: keyof Answers) => {
    const answer = inbox.answers[stage]
    return typeof answer === 'function' ? answer(to.at(-1)!) : answer
  }
  const make = (move: Move) => {
    if (move === hangUp) socket.destroy()
    else if (typeof move === 'string') socket.write(`${move}\r\n`)
    else if (move !== silence) setTimeout(() => socket.write(`${move.line}\r\n`), move.afterMs)
  }
  const stages: Record<string, (line: string) => Move> = {
    EHLO: () => moveAt('ehlo') ?? (inbox.asksPassword ? '250-here\r\n250 AUTH PLAIN' : '250 here'),
    AUTH(line) {
      const tried = Buffer.from(line.split(' ')[2]!, 'base64').toString().split('\0')[2]!
      inbox.logins.push(tried)
      return moveAt('auth') ?? (tried === inbox.password ? '235 welcome' : '535 5.7.8 no')
    },
    MAIL() {
      to = []
      return moveAt('mail') ?? '250 ok'
    },
    RCPT(line) {
      to.push(/<(.*)>/.exec(line)![1]!)
      return moveAt('rcpt') ?? '250 ok'
    },
    DATA() {
      const move = moveAt('data')
      if (move === undefined) lines = []
      return move ?? '354 go on'
    },
    QUIT: () => '221 bye',
  }
  const readMail = (line: string, read: string[]) => {
    const inside = moveAt('inside')
    if (inside !== undefined) return make(inside)
    if (line !== '.') return read.push(line.replace(/^\./, ''))
    lines = undefined
    const move = moveAt('dot')
    if (move === undefined) {
      inbox.received.push({ to, raw: `${read.join('\r\n')}\r\n`, at: performance.now() })
    }
    return make(move ?? '250 taken')
  }
  createInterface({ input: socket, crlfDelay: Infinity })
    .on('error', () => {})
    .on('line', (line) => {
      inbox.lines.push(line)
      if (lines) readMail(line, lines)
      else make(stages[line.slice(0, 4).toUpperCase()]?.(line) ?? '250 ok')
    })
  make(moveAt('greeting') ?? '220 here')
}

export function recipients(inbox: SmtpInbox): string[] {
  return inbox.received.flatMap(({ to }) => to).toSorted()
}

export function messageIds(inbox: SmtpInbox): (string | undefined)[] {
  return inbox.received.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])
}

export const patience = { connectMs: 3000, greetingMs: 1000, silenceMs: 1000, mailMs: 6000 }

export const mail: OutgoingMail = {
  to: 'ada@example.com',
  subject: 'Please confirm',
  html: '<p>Hello</p>',
  text: 'Hello',
  messageId: 'one@spunta.example',
  date: new Date('2026-03-01T10:00:00.000Z'),
}

/** One mail through a connection of its own. */
export function send(url: string, changes: Partial<OutgoingMail> = {}) {
  const transport = createSmtpTransport({ url, from: 'Spunta <us@spunta.example>', patience })
  return transport.send({ ...mail, ...changes }).finally(() => transport.close({ force: true }))
}
