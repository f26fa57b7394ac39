import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A body for everybody. What is not compressed yet goes out plain. */
export interface EncodedBody {
  plain: Buffer
  brotli?: Buffer
  gzip?: Buffer
  etag: string
}

export function encodedBody(plain: Buffer): EncodedBody {
  return { plain, etag: hash('sha256', plain, 'base64url').slice(0, 22) }
}

/** At the highest level, beside the thread that answers: it takes long, and is done once. */
export async function compress(body: EncodedBody): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.plain.length,
  }
  body.gzip = await promisify(gzip)(body.plain, { level: 9 })
  body.brotli = await promisify(brotliCompress)(body.plain, { params })
}
