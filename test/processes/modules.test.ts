import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '../../oxlint.config.ts'

test('the README lists every module in the order in which they may import each other', () => {
  const entries = readdirSync('src', { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(modules.toSorted()).toEqual(folders.toSorted())
  const listed = readFileSync('README.md', 'utf8').matchAll(/^\d+\. `(\w+)`/gm)
  expect(Array.from(listed, ([, name]) => name)).toEqual(modules)
})

test('imports from another module start with # and its name, not with a relative path', () => {
  const moduleOf = (path: string) => /^src\/(\w+)\//.exec(path)?.[1]
  const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const leaving = sources.flatMap((file) => {
    const named = [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, path]) =>
      join(dirname(file), path!),
    )
    return named
      .filter((path) => path.startsWith('src/') && moduleOf(path) !== moduleOf(file))
      .map((path) => `${file}: ${path}`)
  })
  expect(leaving).toEqual([])
})
