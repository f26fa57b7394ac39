import { createHmac } from 'node:crypto'

/** An HMAC, so that nobody without the secret can guess its input. `purpose` separates uses. */
export function keyedHash(secret: string, purpose: string, data: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${purpose}\0`).update(data).digest('base64url')
}
