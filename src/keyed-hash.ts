import { createHmac } from 'node:crypto'

/** An HMAC, so that nobody can guess the input without the secret. Hashes for different purposes differ. */
export function keyedHash(secret: string, purpose: string, data: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${purpose}\0`).update(data).digest('base64url')
}
