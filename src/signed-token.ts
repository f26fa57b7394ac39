import { timingSafeEqual } from 'node:crypto'
import { keyedHash, secretsOf, type Keys } from './secret.ts'

/** Purposes of a link. The numbers are part of links already sent: never reuse one. */
const purposes = { confirm: 1, unsubscribe: 2, 'my-data': 3, 'not-me': 4 } as const

export type TokenPurpose = keyof typeof purposes

interface TokenContents {
  purpose: TokenPurpose
  /** The row's id: a link does not contain an address. */
  subjectId: string
  /** Without it the token never expires. */
  expiresAt?: Date | null
}

const version = 1
/** A multiple of three, so that its base64 can be concatenated with the hash's. */
const contentBytes = 24

/** A URL-safe signed token for links in mail. */
export function signToken(
  secret: string,
  { purpose, subjectId, expiresAt }: TokenContents,
): string {
  const contents = Buffer.alloc(contentBytes)
  contents.writeUInt8(version, 0)
  contents.writeUInt8(purposes[purpose], 1)
  contents.writeUIntBE(expiresAt?.getTime() ?? 0, 2, 6)
  contents.write(subjectId.replaceAll('-', ''), 8, 'hex')
  return signed(secret, contents)
}

/** @returns the row's id, or `undefined` if the token is invalid, expired or for another purpose */
export function readToken(keys: Keys, purpose: TokenPurpose, token: string, now: Date) {
  const contents = Buffer.alloc(contentBytes)
  contents.write(token, 'base64url')
  const given = Buffer.from(token)
  // Compare the encoded text: decoding ignores stray characters and trailing bits.
  const isOurs = secretsOf(keys).some((secret) => {
    const good = Buffer.from(signed(secret, contents))
    return good.length === given.length && timingSafeEqual(good, given)
  })
  if (!isOurs) return undefined
  if (contents.readUInt8(0) !== version || contents.readUInt8(1) !== purposes[purpose])
    return undefined
  const expiresAtMs = contents.readUIntBE(2, 6)
  if (expiresAtMs !== 0 && now.getTime() >= expiresAtMs) return undefined
  return contents.toString('hex', 8).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function signed(secret: string, contents: Buffer): string {
  return contents.toString('base64url') + keyedHash(secret, 'signed-token', contents)
}
