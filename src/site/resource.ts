import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A page or a file that is the same for everybody. What is not compressed yet goes out plain. */
export interface Resource {
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
  etag: string
  headers: Record<string, string>
}

/** At the highest level, beside the thread that answers: it takes long, and is done once. */
export async function compress(plain: Buffer) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return {
    gzip: await promisify(gzip)(plain, { level: 9 }),
    br: await promisify(brotliCompress)(plain, { params }),
  }
}
