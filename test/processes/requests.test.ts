import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connect as connectDatabase } from '#database/connect.ts'
import { startSite } from '../support/start-site.ts'

// Raw requests, because client libraries don't send these.

const site = await startSite()
afterAll(() => site.stop())

async function ask(path: string, options: { method?: string } = {}) {
  const sending = request(site.url, { path, ...options })
  sending.end()
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  return { response, body: Buffer.concat(await response.toArray()) }
}

/** Sends raw bytes and reads until the server closes the connection. */
async function raw(...pieces: string[]): Promise<string> {
  const { port, hostname } = new URL(site.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  for (const piece of pieces) socket.write(piece)
  let response = ''
  socket.on('data', (chunk: Buffer) => (response += chunk.toString()))
  await once(socket, 'close')
  return response
}

const head =
  'POST /contact HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json'

test('the build manifest is not served', async () => {
  expect((await ask('/assets/.vite/manifest.json')).response.statusCode).toBe(404)
})

test('a path with a backslash, a request without Host and one that is not HTTP get 400', async () => {
  expect((await ask('/\\evil.example')).response.statusCode).toBe(400)
  expect(await raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  expect(await raw('hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
})

test('a chunked body is read to its end', async () => {
  const response = await raw(
    `${head}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    '8\r\n{"email"\r\n',
    '14\r\n:"chunked@example.co\r\n',
    '3\r\nm"}\r\n0\r\n\r\n',
  )
  expect(response).toMatch(/^HTTP\/1.1 200 [^]*{"ok":true}/)
})

test('a submission pipelined after a 413 is not stored', async () => {
  const body = '{"email":"after-the-last@example.com"}'
  const second = `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const big = 'x'.repeat(17_000)
  await raw(`${head}\r\nContent-Length: ${big.length}\r\n\r\n${big}${second}`)
  const database = connectDatabase({ kind: 'sqlite', file: join(site.dataDir, 'site.db') })
  const rows = await database.db.selectFrom('subscribers').select('email_key').execute()
  await database.close()
  expect(rows).not.toContainEqual({ email_key: 'after-the-last@example.com' })
})

test('a body shorter than its Content-Length is not stored', async () => {
  const { port, hostname } = new URL(site.url)
  const socket = connect(Number(port), hostname)
  socket.write(`${head}\r\nContent-Length: 100\r\n\r\n{"email":"half@example.com"}`)
  await once(socket, 'connect')
  socket.destroy()
  expect((await ask('/healthz')).response.statusCode).toBe(200)
  await using database = connectDatabase({ kind: 'sqlite', file: `${site.dataDir}/site.db` })
  const kept = await database.db.selectFrom('subscribers').select('email').execute()
  expect(kept.map(({ email }) => email)).not.toContain('half@example.com')
})

test('a form may post to the host name it was loaded from', async () => {
  const { port } = new URL(site.url)
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
    const body = '{"email":"own@example.com"}'
    const response = await raw(
      `${head.replace('Host: localhost', `Host: ${host}`)}\r\nOrigin: http://${host}\r\n`,
      `Content-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(response).toMatch(/^HTTP\/1.1 200 /)
  }
})

test('a health check over HTTP/1.0 without Host is answered', async () => {
  expect(await raw('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 [^]*{"ok":true}/)
})

test('a request with an absolute URL as target is answered', async () => {
  const { response, body } = await ask('http://localhost/about')
  expect(response.statusCode).toBe(200)
  expect(body.toString()).toContain('<h1')
  const posted = await ask('http://localhost/contact', { method: 'POST' })
  expect(posted.response.statusCode).toBe(415)
})
