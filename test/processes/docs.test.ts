import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

test.each(files)(
  'every link in %s to a file of the project leads there, and to a heading of it',
  (file) => {
    const text = readFileSync(file, 'utf8').replaceAll(/`[^`\n]*`/g, '')
    const links = Array.from(text.matchAll(/\]\((?!\w+:)([^)#]*)#?([^)]*)\)/g))
    const broken = links.filter(([, path = '', heading]) => {
      const target = path === '' ? file : join(dirname(file), path)
      return !existsSync(target) || (heading && !headingsOf(target).includes(heading))
    })
    expect(broken.map(([link]) => link)).toEqual([])
  },
)

/** As GitHub names them in addresses. */
function headingsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)
  return Array.from(headings, ([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}
