import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import linter, { mayImport } from '../../oxlint.config.ts'

const table = new Map<string, string[]>(
  Array.from(
    readFileSync('README.md', 'utf8').matchAll(/^\| `(\w+)` +\| .+? +\| ([\w, —]+?) +\|$/gm),
    ([, name, may]): [string, string[]] => [name!, [...(may!.match(/\w+/g) ?? [])]],
  ),
)
const modules = readdirSync('src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('the README lists every module with the imports that the linter allows', () => {
  expect(Object.keys(mayImport).toSorted()).toEqual(modules.toSorted())
  expect(Object.fromEntries(table)).toEqual(mayImport)
})

test('the linter rejects imports that a module is not allowed', () => {
  for (const [name, may] of Object.entries(mayImport)) {
    const rules = linter.overrides.find(({ files }) => files.includes(`src/${name}/**`))!.rules
    const rejected = modules.filter((other) => other !== name && !may.includes(other))
    const patterns = expect.arrayContaining(rejected.map((other) => `#${other}/**`))
    expect(rules!['no-restricted-imports']).toEqual(['error', { patterns }])
  }
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

test('modules do not import each other in a cycle', () => {
  const reaches = (name: string): string[] => {
    const next = table.get(name)!
    return [...next, ...next.flatMap(reaches)]
  }
  for (const name of table.keys()) expect(reaches(name)).not.toContain(name)
})
