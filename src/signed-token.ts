import { timingSafeEqual } from 'node:crypto'
import { keyedHash, secretsOf, type Keys } from './secret.ts'

/** Purposes of a link. The numbers are part of links already sent: never reuse one. */
const purposes = { confirm: 1, unsubscribe: 2, 'my-data': 3, 'not-me': 4 } as const

export type TokenPurpose = keyof typeof purposes

interface TokenClaim {
  purpose: TokenPurpose
  /** The row's id: a link does not contain an address. */
  subjectId: string
  /** Without it the token never expires. */
  expiresAt?: Date | null
}

const version = 1
/** A multiple of three, so that its base64 can be concatenated with the hash's. */
const claimBytes = 24

/** A URL-safe signed token for links in mail. */
export function signToken(secret: string, { purpose, subjectId, expiresAt }: TokenClaim): string {
  const claim = Buffer.alloc(claimBytes)
  claim.writeUInt8(version, 0)
  claim.writeUInt8(purposes[purpose], 1)
  claim.writeUIntBE(expiresAt?.getTime() ?? 0, 2, 6)
  claim.write(subjectId.replaceAll('-', ''), 8, 'hex')
  return signed(secret, claim)
}

/** @returns the row's id, or `undefined` if the token is invalid, expired or for another purpose */
export function readToken(keys: Keys, purpose: TokenPurpose, token: string, now: Date) {
  const claim = Buffer.alloc(claimBytes)
  claim.write(token, 'base64url')
  const given = Buffer.from(token)
  // Compare the encoded text: decoding ignores stray characters and trailing bits.
  const isOurs = secretsOf(keys).some((secret) => {
    const good = Buffer.from(signed(secret, claim))
    return good.length === given.length && timingSafeEqual(good, given)
  })
  if (!isOurs) return undefined
  if (claim.readUInt8(0) !== version || claim.readUInt8(1) !== purposes[purpose]) return undefined
  const expiresAtMs = claim.readUIntBE(2, 6)
  if (expiresAtMs !== 0 && now.getTime() >= expiresAtMs) return undefined
  return claim.toString('hex', 8).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function signed(secret: string, claim: Buffer): string {
  return claim.toString('base64url') + keyedHash(secret, 'signed-token', claim)
}
