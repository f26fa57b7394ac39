import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

export const silence = Symbol('silence')
export const hangUp = Symbol('hang up')

/** What a server does at a stage. */
type Move = string | typeof silence | typeof hangUp | { line: string; afterMs: number }

/** Where it keeps to no rule. Change it at any time. */
export interface Answers {
  greeting?: Move
  ehlo?: Move
  auth?: Move
  mail?: Move
  rcpt?: Move | ((address: string) => Move | undefined)
  data?: Move
  /** As soon as the mail comes. */
  inside?: Move
  /** After the final dot. */
  dot?: Move | ((address: string) => Move | undefined)
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
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  onTestFinished(close)
  const inbox = {
    port,
    url: `smtp://${(password ?? answers.auth) ? 'owner:secret@' : ''}127.0.0.1:${port}`,
    password,
    answers,
    received: [] as { from: string; to: string[]; raw: string; at: number }[],
    /** The passwords that were tried. */
    logins: [] as string[],
    /** Every line that clients wrote. */
    lines: [] as string[],
    close,
    /** Ends all conversations, and waits until the clients know. */
    async hangUp() {
      const closed = [...sockets].map((socket) => once(socket.end(), 'close'))
      await Promise.all(closed)
    },
  }
  return inbox
}

export type SmtpInbox = Awaited<ReturnType<typeof openInbox>>

function converse(socket: Socket, inbox: SmtpInbox) {
  const { answers } = inbox
  const mail = { from: '', to: [] as string[], lines: undefined as string[] | undefined }
  const make = (move: Move) => {
    if (move === hangUp) socket.destroy()
    else if (typeof move === 'string') socket.write(`${move}\r\n`)
    else if (move !== silence) setTimeout(() => socket.write(`${move.line}\r\n`), move.afterMs)
  }
  const about = (answer: Answers['rcpt']) =>
    typeof answer === 'function' ? answer(mail.to.at(-1)!) : answer
  const stages: Record<string, (line: string) => Move> = {
    EHLO: () =>
      answers.ehlo ??
      ((answers.auth ?? inbox.password) ? '250-here\r\n250 AUTH PLAIN' : '250 here'),
    AUTH(line) {
      const login = Buffer.from(line.split(' ')[2]!, 'base64').toString()
      inbox.logins.push(login.split('\0')[2]!)
      const isRight = inbox.logins.at(-1) === inbox.password
      return answers.auth ?? (isRight ? '235 welcome' : '535 5.7.8 no')
    },
    MAIL(line) {
      mail.from = /<(.*)>/.exec(line)![1]!
      mail.to = []
      return answers.mail ?? '250 ok'
    },
    RCPT(line) {
      mail.to.push(/<(.*)>/.exec(line)![1]!)
      return about(answers.rcpt) ?? '250 ok'
    },
    DATA() {
      if (answers.data === undefined) mail.lines = []
      return answers.data ?? '354 go on'
    },
    QUIT: () => '221 bye',
  }
  const readMail = (line: string, lines: string[]) => {
    if (answers.inside !== undefined) return make(answers.inside)
    if (line !== '.') return lines.push(line.replace(/^\./, ''))
    mail.lines = undefined
    const move = about(answers.dot)
    if (move === undefined) {
      const { from, to } = mail
      inbox.received.push({ from, to, raw: `${lines.join('\r\n')}\r\n`, at: performance.now() })
    }
    return make(move ?? '250 taken')
  }
  createInterface({ input: socket, crlfDelay: Infinity })
    .on('error', () => {})
    .on('line', (line) => {
      inbox.lines.push(line)
      if (mail.lines) readMail(line, mail.lines)
      else make(stages[line.slice(0, 4).toUpperCase()]?.(line) ?? '250 ok')
    })
  make(answers.greeting ?? '220 here')
}

export function recipients(inbox: SmtpInbox): string[] {
  return inbox.received.flatMap(({ to }) => to).toSorted()
}

export function messageIds(inbox: SmtpInbox): (string | undefined)[] {
  return inbox.received.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])
}
