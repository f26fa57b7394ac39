import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** A page or file that is the same for everybody. Until it is compressed it is sent plain. */
export interface Resource {
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
  etag: string
  headers: Record<string, string>
}

/** How long browsers and CDNs keep it. Everything else is `no-store`, or ends with the launch: see app.ts. */
export const cacheControl = {
  /** They ask each time, and get a 304: a new text or the launch shows at once. */
  page: 'no-cache',
  favicon: 'public, max-age=86400',
  /** Its name changes with its content. */
  hashedFile: 'public, max-age=31536000, immutable',
}

export function textFile(
  type: string,
  text: string,
  headers: Record<string, string> = {},
): Resource {
  const plain = Buffer.from(text)
  const own = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': cacheControl.page }
  return { plain, etag: etagOf(plain), headers: { ...own, ...headers } }
}

export function etagOf(plain: Buffer): string {
  return hash('sha256', plain, 'base64url').slice(0, 22)
}

/** Extensions of the assets that the build compresses, as NAME.br and NAME.gz. */
export const compressible = new Set(['.js', '.svg'])

// Both at the highest level (Brotli's default), on the thread pool.
export const toGzip = (plain: Buffer) => promisify(gzip)(plain, { level: 9 })
export const toBrotli = (plain: Buffer) => promisify(brotliCompress)(plain)
