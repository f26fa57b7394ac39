import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import linter, { mayImport } from '../../oxlint.config.ts'

const table = new Map<string, string[]>(
  Array.from(
    readFileSync('README.md', 'utf8').matchAll(/^\| `(\w+)` +\| .+? +\| ([\w, —]+?) +\|$/gm),
    ([, room, may]): [string, string[]] => [room!, [...(may!.match(/\w+/g) ?? [])]],
  ),
)
const rooms = readdirSync('src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('the README names every room, and what the linter lets it import', () => {
  expect(Object.keys(mayImport).toSorted()).toEqual(rooms.toSorted())
  expect(Object.fromEntries(table)).toEqual(mayImport)
})

test('the linter refuses a room every other that it may not import', () => {
  for (const [room, may] of Object.entries(mayImport)) {
    const rules = linter.overrides.find(({ files }) => files.includes(`src/${room}/**`))!.rules
    const refused = rooms.filter((other) => other !== room && !may.includes(other))
    const patterns = expect.arrayContaining(refused.map((other) => `#${other}/**`))
    expect(rules!['no-restricted-imports']).toEqual(['error', { patterns }])
  }
})

test('whatever is imported from another room is named by that room', () => {
  const roomOf = (path: string) => /^src\/(\w+)\//.exec(path)?.[1]
  const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const leaving = sources.flatMap((file) => {
    const named = [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, path]) =>
      join(dirname(file), path!),
    )
    return named
      .filter((path) => path.startsWith('src/') && roomOf(path) !== roomOf(file))
      .map((path) => `${file}: ${path}`)
  })
  expect(leaving).toEqual([])
})

test('no room reaches itself through others', () => {
  const reaches = (room: string): string[] => {
    const next = table.get(room)!
    return [...next, ...next.flatMap(reaches)]
  }
  for (const room of table.keys()) expect(reaches(room)).not.toContain(room)
})
