import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readToken, signToken, type TokenPurpose } from './signed-token.ts'

const secret = 'a secret of at least thirty-two characters'
const now = new Date('2026-03-01T10:00:00.000Z')
const later = new Date('2026-03-08T10:00:00.000Z')
const purposes: TokenPurpose[] = ['confirm', 'unsubscribe', 'my-data', 'not-me']

test('a token is accepted only for its own purpose, subject and secret', () => {
  for (const purpose of purposes) {
    const subjectId = crypto.randomUUID()
    const token = signToken(secret, { purpose, subjectId, expiresAt: later })
    expect(token).toMatch(/^[\w-]{75}$/)
    expect(readToken({ secret }, purpose, token, now)).toBe(subjectId)
    for (const other of purposes.filter((one) => one !== purpose)) {
      expect(readToken({ secret }, other, token, now)).toBeUndefined()
    }
    expect(readToken({ secret: `${secret}!` }, purpose, token, now)).toBeUndefined()
  }
})

test('a token works until the millisecond before it expires', () => {
  const contents = { purpose: 'confirm', subjectId: crypto.randomUUID(), expiresAt: later } as const
  const token = signToken(secret, contents)
  expect(readToken({ secret }, 'confirm', token, new Date(later.getTime() - 1))).toBeDefined()
  expect(readToken({ secret }, 'confirm', token, later)).toBeUndefined()
})

test('a token without expiry still works after a hundred years', () => {
  const contents = {
    purpose: 'unsubscribe',
    subjectId: crypto.randomUUID(),
    expiresAt: null,
  } as const
  const token = signToken(secret, contents)
  expect(readToken({ secret }, 'unsubscribe', token, new Date('2126-03-01'))).toBe(
    contents.subjectId,
  )
})

test('a token with any one bit flipped is rejected', () => {
  let tried = 0
  for (let round = 0; round < 12; round += 1) {
    for (const purpose of purposes) {
      const expiresAt = purpose === 'unsubscribe' ? null : later
      const token = signToken(secret, { purpose, subjectId: crypto.randomUUID(), expiresAt })
      for (const flipped of [...flipsOfText(token), ...flipsOfBytes(token)]) {
        tried += 1
        if (readToken({ secret }, purpose, flipped, now) !== undefined) {
          expect.fail(`accepted ${flipped} for ${token}`)
        }
      }
    }
  }
  expect(tried).toBe(12 * purposes.length * (75 * 8 + 56 * 8))
})

test('a padded, truncated, extended or random token is rejected', () => {
  const token = signToken(secret, {
    purpose: 'confirm',
    subjectId: crypto.randomUUID(),
    expiresAt: later,
  })
  const padded = [`${token}=`, ` ${token}`, `${token}\n`, `${token}A`, `.${token}`]
  const truncated = Array.from({ length: token.length }, (_, length) => token.slice(0, length))
  const random = Array.from({ length: 200 }, () => randomBytes(56).toString('base64url'))
  for (const wrong of [...padded, ...truncated, ...random]) {
    expect(readToken({ secret }, 'confirm', wrong, now)).toBeUndefined()
  }
})

function flipsOfText(token: string): string[] {
  const bytes = Buffer.from(token, 'latin1')
  return flips(bytes).map((flipped) => flipped.toString('latin1'))
}

function flipsOfBytes(token: string): string[] {
  return flips(Buffer.from(token, 'base64url')).map((flipped) => flipped.toString('base64url'))
}

function flips(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const flipped = Buffer.from(bytes)
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    return flipped
  })
}

test('after a change of the secret, tokens of the previous and the new secret work, and no others', () => {
  const contents = {
    purpose: 'unsubscribe',
    subjectId: crypto.randomUUID(),
    expiresAt: null,
  } as const
  const token = signToken(secret, contents)
  const changed = { secret: 'another secret of at least 32 characters' }
  expect(readToken(changed, 'unsubscribe', token, now)).toBeUndefined()
  const keys = { ...changed, previousSecret: secret }
  expect(readToken(keys, 'unsubscribe', token, now)).toBe(contents.subjectId)
  expect(readToken(keys, 'unsubscribe', signToken(keys.secret, contents), now)).toBe(
    contents.subjectId,
  )
  expect(readToken(keys, 'unsubscribe', signToken('unknown', contents), now)).toBeUndefined()
})
