import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readOrMakeSecret } from './secret.ts'

const newDir = () => join(mkdtempSync(join(tmpdir(), 'secret-')), 'data')

test('the secret is created once, with 32 characters or more and mode 0600', () => {
  const dir = newDir()
  const secret = readOrMakeSecret(dir)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(readOrMakeSecret(dir)).toBe(secret)
  expect(statSync(join(dir, 'secret')).mode & 0o777).toBe(0o600)
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  expect(readdirSync(dir)).toEqual(['secret'])
})

test('two data folders get different secrets', () => {
  expect(readOrMakeSecret(newDir())).not.toBe(readOrMakeSecret(newDir()))
})

test('processes that start at the same time share one secret', async () => {
  const dirs = Array.from({ length: 40 }, newDir)
  const file = join(import.meta.dirname, 'secret.ts')
  // All processes reach each folder at the same moment, so that some collide.
  const script = `
    const { readOrMakeSecret } = await import(${JSON.stringify(file)})
    const neverWoken = new Int32Array(new SharedArrayBuffer(4))
    console.log(JSON.stringify(${JSON.stringify(dirs)}.map((dir, index) => {
      const at = ${Date.now() + 2000} + index * 10
      // Sleep instead of spinning: other tests need the CPU.
      Atomics.wait(neverWoken, 0, 0, Math.max(0, at - Date.now() - 2))
      while (Date.now() < at);
      return readOrMakeSecret(dir)
    })))`
  const runs = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]),
  )
  const [first, ...others] = (await Promise.all(runs)).map(({ stdout }) => JSON.parse(stdout))
  expect(first).toEqual(dirs.map((dir) => readOrMakeSecret(dir)))
  for (const other of others) expect(other).toEqual(first)
  for (const dir of dirs) expect(readdirSync(dir)).toEqual(['secret'])
})

test.each(['\n', 'abc\n'])('a secret file that is empty or too short (%j) is rejected', (left) => {
  const dir = newDir()
  readOrMakeSecret(dir)
  writeFileSync(join(dir, 'secret'), left)
  expect(() => readOrMakeSecret(dir)).toThrow(/secret has fewer than 32 characters/)
})
