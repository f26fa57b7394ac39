import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

const maxPipelined = 16

/**
 * HTTP server with timeouts and a pipelining limit.
 * @param stallMs connections that neither send nor read for this long are closed
 */
export function createHttpServer(listener: RequestListener, stallMs = 20_000): Server {
  const queued = new WeakMap<Socket, number>()
  const limits = {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Longer than the 60 s of common proxies: if we close first, their next request fails.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 500,
  }
  const server = createServer(limits, (request, response) => {
    const { socket } = request
    // Ignore requests after the last response of a connection: nobody could learn their outcome.
    const isTooLate = socket.writableEnded
    if (response.socket !== null && !isTooLate) return listener(request, response)
    // Queue pipelined requests: responses that the client does not read must not pile up.
    const position = (queued.get(socket) ?? 0) + 1
    if (position > maxPipelined) return void socket.destroy()
    queued.set(socket, position)
    response.once('socket', () => {
      queued.set(socket, queued.get(socket)! - 1)
      listener(request, response)
    })
  })
  server.timeout = stallMs
  // Allow half-open sockets: a client that sent FIN still gets its response.
  return Object.assign(server, { httpAllowHalfOpen: true })
}

const firstRequestWithinMs = 500
const finishWithinMs = 7000

/** Finishes the requests in flight and accepts no new connections. */
export function stopHttpServer(server: Server, closed: () => void): void {
  // Not http's own close(): it drops connections that have not sent their first request yet.
  NetServer.prototype.close.call(server, closed)
  server.prependListener('request', (_, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  server.headersTimeout = firstRequestWithinMs
  // Otherwise connections stay open for some seconds after their last response.
  setTimeout(() => setInterval(() => server.closeIdleConnections(), 50), firstRequestWithinMs)
  setTimeout(() => server.closeAllConnections(), finishWithinMs)
}
