import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { maxBodyBytes } from '#http/read-fields.ts'

/**
 * Reads a body, at most as much as anything here takes. What is longer is not waited for: whoever sees that
 * `isWhole` is false refuses it, with the last answer of this connection. Does not resolve where
 * the client leaves halfway.
 */
export function readBody(request: IncomingMessage): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const { 'content-length': announced, 'content-type': type = '' } = request.headers
  // A form writes a byte that is no ASCII as three: %E8.
  const mostBytes = /^application\/x-www-form-urlencoded\b/i.test(type)
    ? 3 * maxBodyBytes
    : maxBodyBytes
  const { promise, resolve } = Promise.withResolvers<{ bytes: Buffer; isWhole: boolean }>()
  const chunks: Buffer[] = []
  let length = Number(announced) > mostBytes ? Infinity : 0
  const finish = (isWhole: boolean) => {
    if (!isWhole) closeGently(request.socket)
    resolve({ bytes: Buffer.concat(chunks), isWhole })
  }
  if (length > mostBytes) finish(false)
  request.on('data', (chunk: Buffer) => {
    // Reading goes on, so that the rest does not stand in the way of the answer.
    if (length > mostBytes) return
    length += chunk.length
    chunks.push(chunk)
    if (length > mostBytes) finish(false)
  })
  request.on('end', () => finish(length <= mostBytes))
  return promise
}

/**
 * To close a socket on somebody who is still sending destroys what was sent to them last. So the last
 * answer goes out with the end of our side, and what still comes is read and dropped, as long as a request may take.
 */
function closeGently(socket: Socket): void {
  socket.destroySoon = () => void socket.end()
}
