import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

const mostPipelined = 16

/**
 * A server that nobody holds up by being slow, silent or greedy.
 * @param stallMs how long a client may leave its answer unread
 */
export function createHttpServer(listener: RequestListener, stallMs = 20_000): Server {
  const queued = new WeakMap<Socket, number>()
  const limits = {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Proxies keep a connection for 60 s. Were we first to close it, the next request would be lost.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 500,
  }
  const server = createServer(limits, (request, response) => {
    const { socket } = request
    // After the last answer of a connection: to act on this one and say nothing would be a lie.
    const isTooLate = socket.writableEnded
    if (response.socket !== null && !isTooLate) return listener(request, response)
    // Sent without waiting for the answers before it: what nobody has read must not pile up.
    const place = (queued.get(socket) ?? 0) + 1
    if (place > mostPipelined) return void socket.destroy()
    queued.set(socket, place)
    response.once('socket', () => {
      queued.set(socket, queued.get(socket)! - 1)
      listener(request, response)
    })
  })
  server.timeout = stallMs
  // Who ends their side with the question waits for its answer: what they sent is kept, and they are to know.
  return Object.assign(server, { httpAllowHalfOpen: true })
}

const speakWithinMs = 500
const finishWithinMs = 7000

/** Finishes the requests under way and takes no new ones. */
export function stopHttpServer(server: Server, closed: () => void): void {
  // Not http's own close: it hangs up on who has just connected and is about to speak.
  NetServer.prototype.close.call(server, closed)
  server.prependListener('request', (_, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  server.headersTimeout = speakWithinMs
  // A connection whose last answer went out would be kept for some seconds more.
  setTimeout(() => setInterval(() => server.closeIdleConnections(), 50), speakWithinMs)
  setTimeout(() => server.closeAllConnections(), finishWithinMs)
}
