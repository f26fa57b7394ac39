import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import SQLite from 'better-sqlite3'
import { median } from '../support/percentile.ts'
import { startTestSite } from '../support/test-site.ts'

// Do response times reveal whether an address is known? Sends one request at a time, the kinds in random
// order, and compares their times by Welch's t-test. Below 4.5 there is no detectable difference.

interface TimingFigure {
  what: string
  medianMs: [number, number]
  t: number
}

interface TimingOptions {
  samples: number
  paths?: string[]
  /** Delay added to each fsync. */
  slowDiskMs?: number
}

const maxT = 4.5

/**
 * @param paths both by default; 5,000 samples of each take seven minutes
 * @returns a figure per comparison; `ok` if none shows a difference
 */
export async function run({
  samples,
  paths = ['/contact', '/my-data'],
  slowDiskMs,
}: TimingOptions) {
  // A limit that is never reached, because rate limiting must not add a difference either.
  const env = { LOG_LEVEL: 'warn', SUBMISSIONS_PER_MINUTE: '1000000' }
  const command = slowDiskMs === undefined ? undefined : onSlowDisk(slowDiskMs)
  const site = await startTestSite(env, undefined, command)
  const figures: TimingFigure[] = []
  seed(`${site.dataDir}/site.db`, samples)
  const socket = await open(site.url)
  const asking = (path: string, name: string, body: typeof json) => (index: number) =>
    post(socket, path, body(`${name}-${index}@example.com`))
  if (paths.includes('/contact')) {
    const { confirmed, pending, unknown } = await measure(samples, {
      confirmed: asking('/contact', 'confirmed', json),
      pending: asking('/contact', 'pending', json),
      unknown: asking('/contact', 'unknown', json),
    })
    figures.push(compare('POST /contact: confirmed or unknown', confirmed, unknown))
    figures.push(compare('POST /contact: pending or unknown', pending, unknown))
    figures.push(compare('POST /contact: confirmed or pending', confirmed, pending))
  }
  if (paths.includes('/my-data')) {
    const { known, unknown } = await measure(samples, {
      known: asking('/my-data', 'confirmed', form),
      unknown: asking('/my-data', 'nobody', form),
    })
    figures.push(compare('POST /my-data: known or unknown', known, unknown))
  }
  socket.destroy()
  return { figures, ok: figures.every(({ t }) => Math.abs(t) < maxT) }
}

function onSlowDisk(delayMs: number): string[] {
  const calls = ['-e', 'trace=fsync,fdatasync']
  const delay = ['-e', `inject=fsync,fdatasync:delay_exit=${delayMs * 1000}`]
  const options = ['-D', '-f', '--seccomp-bpf', '-o', '/dev/null', ...calls, ...delay]
  return ['strace', ...options, process.execPath, 'dist/server/server.js']
}

/** Subscribers for one request each, because a second one would meet the mail limit. */
function seed(file: string, count: number) {
  const database = new SQLite(file)
  const insert = database.prepare(
    'insert into subscribers (id, email, email_key, status, asked_at) values (?, ?, ?, ?, ?)',
  )
  const at = new Date().toISOString()
  database.transaction(() => {
    for (const status of ['confirmed', 'pending']) {
      for (let index = 0; index < count; index += 1) {
        const email = `${status}-${index}@example.com`
        insert.run(crypto.randomUUID(), email, email, status, at)
      }
    }
  })()
  database.close()
}

type Kinds = Record<string, (index: number) => Promise<number>>

async function measure<Asked extends Kinds>(samples: number, kinds: Asked) {
  const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, [] as number[]]))
  for (let index = 0; index < samples; index += 1) {
    const shuffled = Object.entries(kinds)
      .map(([kind, ask]) => ({ kind, ask, place: Math.random() }))
      .toSorted((a, b) => a.place - b.place)
    for (const { kind, ask } of shuffled) times[kind]!.push(await ask(index))
  }
  return times as Record<keyof Asked, number[]>
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay()
  await once(socket, 'connect')
  return socket
}

const json = (email: string) => ({ type: 'json', body: JSON.stringify({ email }) })
const form = (email: string) => ({
  type: 'x-www-form-urlencoded',
  body: String(new URLSearchParams({ email })),
})

/** @returns the milliseconds until the first byte of the response */
async function post(socket: Socket, path: string, { type, body }: ReturnType<typeof json>) {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/${type}\r\nContent-Length: ${body.length}`
  const begunAt = performance.now()
  socket.write(`${head}\r\n\r\n${body}`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  const took = performance.now() - begunAt
  let response = first.toString('latin1')
  if (!response.startsWith('HTTP/1.1 200')) throw new Error(response)
  const length = Number(/content-length: (\d+)/i.exec(response)?.[1])
  while (response.length < response.indexOf('\r\n\r\n') + 4 + length) {
    response += ((await once(socket, 'data')) as [Buffer])[0].toString('latin1')
  }
  return took
}

function compare(what: string, a: number[], b: number[]): TimingFigure {
  return { what, medianMs: [median(a), median(b)], t: welch(a, b) }
}

function welch(a: number[], b: number[]): number {
  const [x, y] = [moments(a), moments(b)]
  return (x.mean - y.mean) / Math.sqrt(x.variance / a.length + y.variance / b.length)
}

function moments(times: number[]) {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const squares = times.reduce((sum, time) => sum + (time - mean) ** 2, 0)
  return { mean, variance: squares / (times.length - 1) }
}
