import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { maxBodyBytes } from '#http/read-fields.ts'

/**
 * Reads a body up to the size limit. If it is longer, `isWhole` is false: the response must be a rejection and the
 * last one of this connection. Does not resolve if the client disconnects midway.
 */
export function readBody(request: IncomingMessage): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const { 'content-length': announced, 'content-type': type = '' } = request.headers
  // Forms encode a non-ASCII byte as three: %E8.
  const maxBytes = /^application\/x-www-form-urlencoded\b/i.test(type)
    ? 3 * maxBodyBytes
    : maxBodyBytes
  const { promise, resolve } = Promise.withResolvers<{ bytes: Buffer; isWhole: boolean }>()
  const chunks: Buffer[] = []
  let length = Number(announced) > maxBytes ? Infinity : 0
  const finish = (isWhole: boolean) => {
    if (!isWhole) closeGently(request.socket)
    resolve({ bytes: Buffer.concat(chunks), isWhole })
  }
  if (length > maxBytes) finish(false)
  request.on('data', (chunk: Buffer) => {
    // Keep reading and drop the rest, so that the client gets to read the response.
    if (length > maxBytes) return
    length += chunk.length
    chunks.push(chunk)
    if (length > maxBytes) finish(false)
  })
  request.on('end', () => finish(length <= maxBytes))
  return promise
}

/**
 * Closing a socket while the client is still sending resets it, and the response is lost. So send FIN after the
 * response, and read and drop the rest until the request times out.
 */
function closeGently(socket: Socket): void {
  socket.destroySoon = () => void socket.end()
}
