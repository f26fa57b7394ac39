import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** A page or a file that is the same for everybody. What is not compressed yet goes out plain. */
export interface Resource {
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
  etag: string
  headers: Record<string, string>
}

// Both at the highest level, which is Brotli's own, and beside the thread that answers.
export const toGzip = (plain: Buffer) => promisify(gzip)(plain, { level: 9 })
export const toBrotli = (plain: Buffer) => promisify(brotliCompress)(plain)
