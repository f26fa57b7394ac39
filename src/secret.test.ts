import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readOrMakeSecret } from './secret.ts'

const newDir = () => join(mkdtempSync(join(tmpdir(), 'secret-')), 'data')

test('the secret is made once, long enough, and only its owner may read it', () => {
  const dir = newDir()
  const secret = readOrMakeSecret(dir)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(readOrMakeSecret(dir)).toBe(secret)
  expect(statSync(join(dir, 'secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dir)).toEqual(['secret'])
})

test('two folders have two secrets', () => {
  expect(readOrMakeSecret(newDir())).not.toBe(readOrMakeSecret(newDir()))
})

test('processes that start at once all read one secret', async () => {
  const dir = newDir()
  const file = join(import.meta.dirname, 'secret.ts')
  const script = `import(${JSON.stringify(file)}).then((m) => console.log(m.readOrMakeSecret(${JSON.stringify(dir)})))`
  const runs = Array.from({ length: 6 }, () =>
    promisify(execFile)(process.execPath, ['--no-warnings', '--eval', script]),
  )
  const secrets = (await Promise.all(runs)).map(({ stdout }) => stdout.trim())
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]!.length).toBeGreaterThanOrEqual(32)
  expect(readdirSync(dir)).toEqual(['secret'])
})

test('a secret that a crash left empty is not used', () => {
  const dir = newDir()
  readOrMakeSecret(dir)
  writeFileSync(join(dir, 'secret'), '\n')
  expect(() => readOrMakeSecret(dir)).toThrow(/secret.*is empty/)
})
