import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './keyed-hash.ts'

/** What a link may do. The numbers stand in links that people keep: never give one a new meaning. */
const purposes = { confirm: 1, unsubscribe: 2, 'my-data': 3 } as const

export type TokenPurpose = keyof typeof purposes

interface TokenClaim {
  purpose: TokenPurpose
  /** The id of the row that the link is about: a link tells nobody whose it is. */
  subjectId: string
  /** Without one it works forever. */
  expiresAt?: Date | null
}

/** What links are signed with, and what they may have been signed with before it was changed. */
export interface Keys {
  secret: string
  previousSecret?: string | undefined
}

/** The newest first. */
export function secretsOf({ secret, previousSecret }: Keys): string[] {
  return previousSecret === undefined ? [secret] : [secret, previousSecret]
}

const version = 1
/** A multiple of three: then its spelling ends where that of the hash begins. */
const claimBytes = 24

/** For the path of a link in a mail: url-safe, and nothing in it can be changed. */
export function signToken(secret: string, { purpose, subjectId, expiresAt }: TokenClaim): string {
  const claim = Buffer.alloc(claimBytes)
  claim.writeUInt8(version, 0)
  claim.writeUInt8(purposes[purpose], 1)
  claim.writeUIntBE(expiresAt?.getTime() ?? 0, 2, 6)
  claim.write(subjectId.replaceAll('-', ''), 8, 'hex')
  return signed(secret, claim)
}

/** @returns the id that the token is about, or `undefined` for every token that is not good, for whatever reason */
export function readToken(keys: Keys, purpose: TokenPurpose, token: string, now: Date) {
  const claim = Buffer.alloc(claimBytes)
  claim.write(token, 'base64url')
  const given = Buffer.from(token)
  // As it is spelled: decoding forgives stray characters and spare bits at the end.
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
