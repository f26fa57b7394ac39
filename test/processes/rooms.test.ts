import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Override {
  files: string[]
  rules: { 'no-restricted-imports'?: [string, { patterns: string[] }] }
}

const { overrides } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as {
  overrides: Override[]
}
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
  expect([...table.keys()].toSorted()).toEqual(rooms.toSorted())
  for (const [room, may] of table) {
    const rule = overrides.find(({ files }) => files.includes(`src/${room}/**`))!
    const [, { patterns }] = rule.rules['no-restricted-imports']!
    const refused = rooms.filter((other) => other !== room && !may.includes(other))
    expect([room, patterns.filter((pattern) => pattern.startsWith('#')).toSorted()]).toEqual([
      room,
      refused.map((other) => `#${other}/**`).toSorted(),
    ])
  }
})

test('no room reaches itself through others', () => {
  const reaches = (room: string): string[] => {
    const next = table.get(room)!
    return [...next, ...next.flatMap(reaches)]
  }
  for (const room of table.keys()) expect(reaches(room)).not.toContain(room)
})
