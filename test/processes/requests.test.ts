import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connect as connectDatabase } from '#database/connect.ts'
import { startSite } from '../support/start-site.ts'

// What only a real port shows: requests that no client library would send, bodies in pieces, sizes.

const site = await startSite()
afterAll(() => site.stop())

async function ask(path: string, options: { method?: string } = {}) {
  const sending = request(site.url, { path, ...options })
  sending.end()
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  return { response, body: Buffer.concat(await response.toArray()) }
}

/** Sends the very bytes, and reads until the server closes. */
async function raw(...pieces: string[]): Promise<string> {
  const { port, hostname } = new URL(site.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  for (const piece of pieces) socket.write(piece)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await once(socket, 'close')
  return answer
}

const head =
  'POST /contact HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json'

test('the manifest of the build is nobody else’s', async () => {
  expect((await ask('/assets/.vite/manifest.json')).response.statusCode).toBe(404)
})

test('a path with a backslash, a request without a host and one that is no HTTP are 400', async () => {
  expect((await ask('/\\evil.example')).response.statusCode).toBe(400)
  expect(await raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  expect(await raw('hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
})

test('a body in chunks is read to its end', async () => {
  const answer = await raw(
    `${head}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    '8\r\n{"email"\r\n',
    '14\r\n:"chunked@example.co\r\n',
    '3\r\nm"}\r\n0\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1.1 200 [^]*{"ok":true}/)
})

test('a body in chunks that is over 16 kB is 413, before its end has come', async () => {
  const answer = await raw(
    `${head}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `4001\r\n${'x'.repeat(0x4001)}\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1.1 413 [^]*"code":"too-large"/)
})

test('what is sent after the last answer of a connection is not kept in silence', async () => {
  const body = '{"email":"after-the-last@example.com"}'
  const second = `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const big = 'x'.repeat(17_000)
  await raw(`${head}\r\nContent-Length: ${big.length}\r\n\r\n${big}${second}`)
  const database = connectDatabase({ kind: 'sqlite', file: join(site.dataDir, 'site.db') })
  const rows = await database.db.selectFrom('subscribers').select('email_key').execute()
  await database.close()
  expect(rows).not.toContainEqual({ email_key: 'after-the-last@example.com' })
})

test('a body that announces 50 MB is 413, and the visitor can read so', async () => {
  const answer = await fetch(`${site.url}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'x'.repeat(50_000_000),
  })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'too-large' } })
})

test('a body shorter than announced keeps nothing and hurts nobody', async () => {
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

test('a page of this very server may post, by whatever name it was reached', async () => {
  const { port } = new URL(site.url)
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
    const body = '{"email":"own@example.com"}'
    const answer = await raw(
      `${head.replace('Host: localhost', `Host: ${host}`)}\r\nOrigin: http://${host}\r\n`,
      `Content-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  }
})

test('a health check of the old kind, which names no host, is answered', async () => {
  expect(await raw('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 [^]*{"ok":true}/)
})

test('a request that names the whole address is answered like any other', async () => {
  const { response, body } = await ask('http://localhost/about')
  expect(response.statusCode).toBe(200)
  expect(body.toString()).toContain('<h1')
  const posted = await ask('http://localhost/contact', { method: 'POST' })
  expect(posted.response.statusCode).toBe(415)
})
