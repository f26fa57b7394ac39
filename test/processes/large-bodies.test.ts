import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { proxies, startNginxBefore } from './proxies.ts'
import { startSite } from '../support/start-site.ts'

const site = await startSite()
afterAll(() => site.stop())

const piece = 'x'.repeat(50_000)
const framings = {
  announced: {
    header: `Content-Length: ${piece.length * 4}`,
    frame: (text: string) => text,
    end: '',
  },
  unknown: {
    header: 'Transfer-Encoding: chunked',
    frame: (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`,
    end: '0\r\n\r\n',
  },
}

/** Sends a large body slowly to its end, even after a response. */
async function sendSlowly(path: string, { header, frame, end }: (typeof framings)['announced']) {
  const { port, hostname } = new URL(site.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let response = ''
  let failure: unknown
  socket.on('data', (chunk: Buffer) => (response += chunk.toString()))
  socket.on('error', (error) => (failure = error))
  const closed = once(socket, 'close')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${header}\r\n\r\n`,
  )
  for (let sent = 0; sent < 4; sent += 1) {
    socket.write(frame(piece))
    // In total longer than some servers keep reading after a rejection.
    await sleep(250)
  }
  // The rejection does not wait for the end of the body.
  await expect.poll(() => response).toMatch(/^HTTP\/1.1 4/)
  socket.write(end)
  return { socket, closed, response: () => response, failure: () => failure }
}

describe.each(['announced', 'unknown'] as const)('a large body with its length %s', (framing) => {
  test.each(['/contact', '/my-data', '/confirm/x', '/nowhere'])(
    'to %s is rejected, and a client that sends it to the end can read the response',
    async (path) => {
      const sending = await sendSlowly(path, framings[framing])
      // The server may close the connection only if it announced that.
      if (!/^connection: close/im.test(sending.response())) {
        sending.socket.write('GET /about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      }
      await Promise.race([sending.closed, sleep(10_000)])
      expect(sending.failure()).toBeUndefined()
      const [status] = /(?<=^HTTP\/1.1 )4\d\d/.exec(sending.response()) ?? []
      expect(status).toBe(['/contact', '/my-data'].includes(path) ? '413' : '404')
      if (path === '/contact') expect(sending.response()).toContain('"code":"too-large"')
      if (!/^connection: close/im.test(sending.response().split('\r\n\r\n')[0]!)) {
        expect(sending.response()).toContain('HTTP/1.1 200 OK')
      }
    },
  )
})

const { isInstalled } = proxies.nginx

test.skipIf(!isInstalled)(
  'behind nginx with keepalive 1, a rejected body does not break the next request (needs nginx)',
  async () => {
    // A common nginx configuration.
    const servers = `server ${new URL(site.url).host}; keepalive 1;`
    const proxy = await startNginxBefore(await freePort(), servers)
    const session = connectHttp2(proxy.url, { ca: readFileSync(proxy.ca) })
    onTestFinished(() => session.destroy())
    const post = async (path: string, body: string) => {
      const stream = session.request({
        ':path': path,
        ':method': 'POST',
        'content-type':
          path === '/contact' ? 'application/json' : 'application/x-www-form-urlencoded',
      })
      stream.end(body)
      const [headers] = (await once(stream, 'response')) as [Record<string, number>]
      stream.resume()
      await once(stream, 'close')
      return headers[':status']
    }
    const statuses: (number | undefined)[] = []
    for (let visit = 0; visit < 30; visit += 1) {
      const large = post(visit % 2 ? '/contact' : '/my-data', 'x'.repeat(60_000))
      expect(await large).toBe(413)
      statuses.push(await post('/contact', `{"email":"visitor-${visit}@example.com"}`))
    }
    expect(statuses).toEqual(Array(30).fill(200))
  },
)
