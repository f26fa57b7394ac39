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

// Both at the highest level (Brotli's default), on the thread pool.
export const toGzip = (plain: Buffer) => promisify(gzip)(plain, { level: 9 })
export const toBrotli = (plain: Buffer) => promisify(brotliCompress)(plain)
