import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

// In their own process, so that their memory and CPU use is not measured.

export interface Attack {
  port: number
  slow: number
  endless: number
  neverReading: number
  garbage: number
}

/** Starts misbehaving clients of four kinds, which reconnect when they are disconnected. */
export async function attack(plan: Attack) {
  const attackers = fork(import.meta.filename, [JSON.stringify(plan)], { execArgv: [] })
  await once(attackers, 'message')
  return () => void attackers.kill('SIGKILL')
}

type Kind = Exclude<keyof Attack, 'port'>

const post = 'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

const behaviours: Record<Kind, (socket: Socket) => void> = {
  slow(socket) {
    socket.write('GET / HTTP/1.1\r\n')
    every(1000, socket, () => socket.write('X-A: b\r\n'))
  },
  endless(socket) {
    socket.write(`${post}Transfer-Encoding: chunked\r\n\r\n`)
    const piece = `1000\r\n${'x'.repeat(4096)}\r\n`
    every(20, socket, () => socket.writableNeedDrain || socket.write(piece))
  },
  neverReading(socket) {
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(16))
  },
  garbage(socket) {
    const page = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
    socket.write(Buffer.concat([Buffer.from(page), randomBytes(512), Buffer.from(page)]))
  },
}

function every(ms: number, socket: Socket, act: () => void) {
  const acting = setInterval(act, ms)
  socket.once('close', () => clearInterval(acting))
}

async function connectClient(kind: Kind, port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.once('close', () =>
    setTimeout(() => void connectClient(kind, port), 500 * (1 + Math.random())),
  )
  if (kind !== 'neverReading') socket.resume()
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  if (!socket.destroyed) behaviours[kind](socket)
}

if (process.argv[1] === import.meta.filename) {
  const { port, ...counts } = JSON.parse(process.argv[2]!) as Attack
  for (const [kind, count] of Object.entries(counts) as [Kind, number][]) {
    await Promise.all(Array.from({ length: count }, () => connectClient(kind, port)))
  }
  process.send!('all there')
}
