import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError, readTextFile, writeTextFile } from './user-error.ts'

/** The key that signs links and hashes: created once, stored beside the database with mode 600. */
export function readOrMakeSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const found = readSecret(file)
  if (found !== undefined) return found
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Written to a draft and linked into place, so that two processes starting at once use the same secret.
  const draft = `${file}.${randomUUID()}`
  const fresh = `${randomBytes(32).toString('base64url')}\n`
  try {
    writeTextFile(draft, fresh, { mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readSecret(file)!
}

function readSecret(file: string): string | undefined {
  if (!statSync(file, { throwIfNoEntry: false })) return undefined
  const secret = readTextFile(file).trim()
  if (secret.length < 32)
    throw new UserError(
      `${file} has fewer than 32 characters. Restore the secret, or remove the file to create a new one.`,
    )
  return secret
}

/** The current secret, and the one before it if SECRET was changed. */
export interface Keys {
  secret: string
  previousSecret?: string | undefined
}

/** Newest first. */
export function secretsOf({ secret, previousSecret }: Keys): string[] {
  return previousSecret === undefined ? [secret] : [secret, previousSecret]
}

/** An HMAC, so that nobody can guess the input without the secret. Hashes for different purposes differ. */
export function keyedHash(secret: string, purpose: string, data: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${purpose}\0`).update(data).digest('base64url')
}
