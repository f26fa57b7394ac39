import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { OutgoingMail } from '#mail/mail-headers.ts'
import { createSmtpTransport, type Timeouts } from '#mail/smtp.ts'

export const silence = Symbol('silence')
export const hangUp = Symbol('hang up')

/** A reply, no reply, a disconnect or a late reply. */
type Reply = string | typeof silence | typeof hangUp | { line: string; afterMs: number }

/** `inside` is during DATA, `dot` after its end. */
type Stage = 'greeting' | 'ehlo' | 'auth' | 'mail' | 'rcpt' | 'data' | 'inside' | 'dot'

/** Replies other than the usual ones, also as a function of the recipient, or of the password at `auth`. */
export type Replies = { [stage in Stage]?: Reply | ((about: string) => Reply | undefined) }

/**
 * A real SMTP server that records the mail it gets, with scripted replies.
 * @param replies may be changed at any time; AUTH is offered if `auth` is set from the start
 * @param atEnd the `onTestFinished` of a concurrent test, because the global one belongs to another test
 */
export async function openMailServer(
  replies: Replies = {},
  wantedPort = 0,
  atEnd = onTestFinished,
) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    converse(socket, mailServer)
  })
  server.listen(wantedPort, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const asksPassword = replies.auth !== undefined
  const mailServer = {
    url: `smtp://${asksPassword ? 'owner:secret@' : ''}127.0.0.1:${port}`,
    replies,
    rules: usualReplies(asksPassword),
    received: [] as { to: string[]; raw: string; at: number }[],
    /** Every line that clients sent. */
    lines: [] as string[],
    /** Closes all connections, and waits until the clients notice. */
    async hangUp() {
      await Promise.all([...sockets].map((socket) => once(socket.end(), 'close')))
    },
  }
  return mailServer
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>

/** The usual replies by stage or command; anything else gets 250. */
const usualReplies = (asksPassword: boolean): Record<string, string> => ({
  greeting: '220 here',
  ehlo: asksPassword ? '250-here\r\n250 AUTH PLAIN' : '250 here',
  auth: '535 5.7.8 no',
  data: '354 go on',
  dot: '250 taken',
  quit: '221 bye',
})

function converse(socket: Socket, mailServer: MailServer) {
  let to: string[] = []
  let mail: string[] | undefined
  const say = (line: string) => void socket.write(`${line}\r\n`)
  /** @returns whether the usual reply was sent */
  const reply = (stage: string, about = to.at(-1)!): boolean => {
    const scripted = mailServer.replies[stage as Stage]
    const chosen = typeof scripted === 'function' ? scripted(about) : scripted
    if (chosen === hangUp) socket.destroy()
    else if (typeof chosen === 'object') setTimeout(say, chosen.afterMs, chosen.line)
    else if (chosen !== silence) say(chosen ?? mailServer.rules[stage] ?? '250 ok')
    return chosen === undefined
  }
  const onCommand = (line: string) => {
    const command = line.slice(0, 4).toLowerCase()
    if (command === 'mail') to = []
    if (command === 'rcpt') to.push(/<(.*)>/.exec(line)![1]!)
    const isOk = reply(command, command === 'auth' ? passwordIn(line) : to.at(-1))
    if (command === 'data' && isOk) mail = []
  }
  const read = (line: string, before: string[]) => {
    if (mailServer.replies.inside) return reply('inside')
    if (line !== '.') return before.push(line.replace(/^\./, ''))
    mail = undefined
    const raw = `${before.join('\r\n')}\r\n`
    return reply('dot') && mailServer.received.push({ to, raw, at: performance.now() })
  }
  createInterface({ input: socket, crlfDelay: Infinity })
    .on('error', () => {})
    .on('line', (line) => {
      mailServer.lines.push(line)
      if (mail) read(line, mail)
      else onCommand(line)
    })
  reply('greeting')
}

const passwordIn = (login: string) =>
  Buffer.from(login.split(' ')[2]!, 'base64').toString().split('\0')[2]!

export function recipients(mailServer: MailServer): string[] {
  return mailServer.received.flatMap(({ to }) => to).toSorted()
}

export function messageIds(mailServer: MailServer): (string | undefined)[] {
  return mailServer.received.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])
}

/** A transport with short timeouts. */
export function openTransport(
  url: string,
  timeouts: Partial<Timeouts> = {},
  atEnd = onTestFinished,
) {
  const transport = createSmtpTransport({
    url,
    from: 'Spunta <us@spunta.example>',
    timeouts: { connectMs: 3000, greetingMs: 1000, silenceMs: 1000, mailMs: 6000, ...timeouts },
  })
  atEnd(() => transport.close({ force: true }))
  const mail = {
    to: 'ada@example.com',
    subject: 'Please confirm',
    html: '<p>Hello</p>',
    text: 'Hello',
    messageId: 'one@spunta.example',
    date: new Date('2026-03-01T10:00:00.000Z'),
  }
  return { send: (changes: Partial<OutgoingMail> = {}) => transport.send({ ...mail, ...changes }) }
}
