import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export interface CompressedBody {
  plain: Buffer
  brotli: Buffer
  gzip: Buffer
  etag: string
}

/** Compressed once, at the highest level, and sent as often as asked. */
export function compressed(plain: Buffer): CompressedBody {
  return {
    plain,
    brotli: brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    gzip: gzipSync(plain, { level: 9 }),
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
  }
}
