import { createHmac } from 'node:crypto'

/** A hash that nobody without the secret can look up by guessing. `purpose` keeps uses apart. */
export function keyedHash(secret: string, purpose: string, data: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${purpose}\0`).update(data).digest('base64url')
}
