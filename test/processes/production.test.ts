import { globSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestSite } from '../support/test-site.ts'

test('the build contains nothing of the development server', () => {
  const files = globSync('dist/{client,server}/**/*.{js,css}')
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/dev\/mail|SMTPServer|PostalMime/)
  }
})

test('the folder of served files contains no server code', () => {
  const kinds = new Set(readdirSync('dist/server/assets').map((name) => extname(name)))
  expect([...kinds].filter((kind) => ['.js', '.map', '.json'].includes(kind))).toEqual([])
})

test('the build neither contains nor loads a development build of React', () => {
  const files = globSync('dist/server/**/*.js')
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    const code = readFileSync(file, 'utf8')
    expect(code, file).not.toMatch(/react[\w-]*\.development/)
    expect(code, file).not.toMatch(/\bfrom ["']react|\brequire\(["']react/)
    expect(code, file).not.toMatch(/process\.env\.NODE_ENV/)
  }
})

test.each([{}, { NODE_ENV: 'development' }])(
  'a server started with %o runs no development build of React',
  async (env) => {
    const coverage = mkdtempSync(join(tmpdir(), 'coverage-'))
    const site = await startTestSite({ ...env, NODE_V8_COVERAGE: coverage })
    // Rendered on request.
    expect((await fetch(`${site.url}/confirm/no-such-token`)).status).toBe(404)
    await site.stop()
    const scripts = globSync(join(coverage, '*.json')).flatMap((file) => {
      const { result } = JSON.parse(readFileSync(file, 'utf8')) as { result: { url: string }[] }
      return result.map(({ url }) => url)
    })
    expect(scripts.filter((url) => url.endsWith('dist/server/server.js'))).not.toEqual([])
    expect(scripts.filter((url) => /node_modules\/react/.test(url))).toEqual([])
  },
)
