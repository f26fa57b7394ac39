import type { IncomingMessage } from 'node:http'
import { MalformedBody } from '#http/read-fields.ts'
import { bodyTooLarge } from '#intake/refusal.ts'

/** What is too long is refused before its end has come; Node reads the rest and drops it. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > maxBytes) return reject(bodyTooLarge())
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) reject(bodyTooLarge())
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.on('error', () => reject(new MalformedBody('The body ended early.')))
    request.on('close', () => reject(new MalformedBody('The body ended early.')))
  })
}
