import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]
/** Examples that the reader creates. */
const examples = new Set([
  'src/site/pages/press.tsx',
  'content/letters/NAME.md',
  'content/letters/NAME.it.md',
])
const pathInText =
  /(?<=[`(])(?:src|content|deploy|tools|test|docs|server|intake|database|mail|site)\/[\w./-]*\w/g
// A site in English alone has no Italian files.
const isItalian = (path: string) => /^content\/.*\.it\./.test(path)
const isThere = (path: string) => existsSync(path) || existsSync(`src/${path}`)

test.each(files)('every file named in %s exists', (file) => {
  const named = readFileSync(file, 'utf8').match(pathInText) ?? []
  expect(named.filter((path) => !examples.has(path) && !isItalian(path) && !isThere(path))).toEqual(
    [],
  )
})
