import { request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http'
import { duplexPair } from 'node:stream'
import { createHttpServer } from '#server/http-server.ts'

/** Sends HTTP requests over an in-process connection instead of a port. */
export function inProcessClient(listener: RequestListener) {
  const server = createHttpServer(listener)
  return async (path: string, init?: RequestInit, socketAddress = '127.0.0.1') => {
    const asked = new Request('http://localhost', init)
    const body = Buffer.from(await asked.arrayBuffer())
    const [near, far] = duplexPair()
    server.emit('connection', Object.assign(far, { remoteAddress: socketAddress }))
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const { method } = asked
    const headers = Object.fromEntries(asked.headers)
    httpRequest({ path, method, headers, createConnection: () => near }, resolve)
      .on('error', reject)
      .end(body.length > 0 ? body : undefined)
    const response = await promise
    const bytes = Buffer.concat(await response.toArray())
    near.destroy()
    const responseHeaders = new Headers()
    for (const [name, values] of Object.entries(response.headersDistinct)) {
      for (const value of values!) responseHeaders.append(name, value)
    }
    // These differ by connection and time; without them two responses can be compared.
    for (const name of ['connection', 'date', 'transfer-encoding']) responseHeaders.delete(name)
    const status = response.statusCode!
    return new Response(bytes.length > 0 ? bytes : null, { status, headers: responseHeaders })
  }
}
