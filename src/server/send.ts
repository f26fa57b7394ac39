import type { Context } from 'hono'
import type { CompressedBody } from '#site/compressed.ts'

/** Sends a body in the best encoding the client takes, or 304 when it has it already. */
export function send(
  c: Context,
  body: CompressedBody | Buffer,
  headers: Record<string, string>,
  status: 200 | 404 = 200,
): Response {
  if (Buffer.isBuffer(body)) return c.body(new Uint8Array(body), status, headers)
  const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '')
  const etag = `"${body.etag}-${encoding}"`
  const shared = { ...headers, ETag: etag, Vary: 'Accept-Encoding' }
  if (status === 200 && matches(c.req.header('if-none-match'), etag)) {
    return c.body(null, 304, shared)
  }
  const bytes = new Uint8Array(body[encoding])
  const encoded = encoding === 'plain' ? {} : { 'Content-Encoding': contentEncodings[encoding] }
  return c.body(bytes, status, { ...shared, ...encoded, 'Content-Length': String(bytes.length) })
}

const contentEncodings = { brotli: 'br', gzip: 'gzip' } as const

export function chooseEncoding(accepted: string): 'brotli' | 'gzip' | 'plain' {
  const taken = new Set<string>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name)
  }
  if (taken.has('br')) return 'brotli'
  return taken.has('gzip') ? 'gzip' : 'plain'
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
