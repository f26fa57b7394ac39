// Visitors of the site on a machine, in its network: node machine-visitors.ts HOST NAME, until standard input ends. They
// ask through its web server, one page and one form at a time, and print what they saw as JSON.
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Visits {
  pages: number
  submissions: number
  /** By status; 0 without a response. */
  refused: Record<string, number>
  slowestMs: number
  acknowledged: string[]
}

const [, , host, name] = process.argv
const visits: Visits = { pages: 0, submissions: 0, refused: {}, slowestMs: 0, acknowledged: [] }
const over = new AbortController()
process.stdin.on('end', () => over.abort()).resume()
await Promise.all([repeat(read), repeat(submit)])
console.log(JSON.stringify(visits))

async function repeat(visit: (serial: number) => Promise<void>) {
  for (let serial = 0; !over.signal.aborted; serial += 1) {
    await visit(serial)
    await sleep(20)
  }
}

async function read(serial: number) {
  const paths = ['/', '/about', '/it', '/contact', '/privacy', '/terms']
  await ask(paths[serial % paths.length]!)
  visits.pages += 1
}

async function submit(serial: number) {
  const email = `${name}-${serial}@example.com`
  const message = { name: 'Ada', email, message: 'Hello.' }
  const status = await ask('/contact', serial % 3 === 0 ? message : { email })
  visits.submissions += 1
  if (status === 200) visits.acknowledged.push(email)
}

async function ask(path: string, body?: object): Promise<number> {
  const startedAt = performance.now()
  const status = await new Promise<number>((resolve) => {
    const headers = { host, ...(body && { 'content-type': 'application/json' }) }
    const options = {
      host: '127.0.0.1',
      servername: host,
      rejectUnauthorized: false,
      path,
      headers,
    }
    const asking = request({ ...options, method: body ? 'POST' : 'GET', timeout: 30_000 })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(0))
    asking.on('response', (response) => {
      const { statusCode = 0 } = response
      text(response).then(
        () => resolve(statusCode),
        () => resolve(0),
      )
    })
    asking.end(body && JSON.stringify(body))
  })
  if (status !== 200) visits.refused[status] = (visits.refused[status] ?? 0) + 1
  visits.slowestMs = Math.max(visits.slowestMs, Math.round(performance.now() - startedAt))
  return status
}
