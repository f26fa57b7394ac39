import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpServer } from './http-server.ts'
import { readBody } from './read-body.ts'

const getRequest = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function connectTo(listener: RequestListener, stallMs?: number) {
  const server = createHttpServer(listener, stallMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => {})
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  const [socket] = await accepted
  return { client, socket, closed: once(socket, 'close') }
}

test('a client that pipelines and reads nothing gets one response and is disconnected', async () => {
  // More than fits into the socket buffers.
  const content = Buffer.alloc(32_000_000)
  let requests = 0
  const { client, closed } = await connectTo((_, response) => {
    requests += 1
    response.end(content)
  }, 500)
  client.write(getRequest.repeat(10))
  await closed
  expect(requests).toBe(1)
})

test('ten pipelined requests are answered in order, and then ten more', async () => {
  let serial = 0
  const { client } = await connectTo((_, response) => {
    serial += 1
    const name = `answer-${serial}`
    setTimeout(() => response.end(name), 10 - (serial % 10))
  })
  client.write(getRequest.repeat(10))
  let text = ''
  let hasAskedAgain = false
  for await (const chunk of client as AsyncIterable<Buffer>) {
    text += chunk.toString()
    if (text.includes('answer-20')) break
    if (!text.includes('answer-10') || hasAskedAgain) continue
    hasAskedAgain = true
    client.write(getRequest.repeat(10))
  }
  expect(text.match(/answer-\d+/g)).toEqual(Array.from(Array(20), (_, i) => `answer-${i + 1}`))
})

test('a client that sends FIN after its last request gets every response', async () => {
  const { client, closed } = await connectTo((_, response) => {
    setTimeout(() => response.end('answer'), 20)
  })
  client.end(getRequest.repeat(3))
  const text = Buffer.concat(await client.toArray()).toString()
  expect(text.match(/answer/g)).toHaveLength(3)
  await closed
})

test('a client that pipelines a thousand requests is disconnected', async () => {
  let requests = 0
  const { client, closed } = await connectTo(() => (requests += 1))
  client.write(getRequest.repeat(1000))
  await closed
  expect(requests).toBe(1)
})

test('keep-alive lasts longer than the 60 s of common proxies', async () => {
  const { client } = await connectTo((_, response) => response.end())
  client.write(getRequest)
  const [response] = (await once(client, 'data')) as [Buffer]
  expect(Number(/keep-alive: timeout=(\d+)/i.exec(response.toString())?.[1])).toBeGreaterThan(60)
})

test('requests pipelined after a 413 close the connection', async () => {
  const refuse: RequestListener = (request, response) => {
    void readBody(request)
    response.writeHead(413, { Connection: 'close' }).end()
  }
  const { client, socket, closed } = await connectTo(refuse, 500)
  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000\r\n\r\n'
  client.write(head + 'x'.repeat(20_000))
  const [response] = (await once(client, 'data')) as [Buffer]
  expect(response.toString()).toMatch(/^HTTP\/1.1 413 /)
  client.write(getRequest.repeat(100_000))
  await closed
  expect(socket.bytesRead).toBeLessThan(1_000_000)
})
