import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = ['README.md', 'SECURITY.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
/** Yet to be made by the reader. */
const example = 'src/site/pages/press.tsx'
const pathInText = /(?<=[`(])(?:src|content|art|build|deploy|scripts|test|bench|docs)\/[\w./-]*\w/g

test.each(files.filter((file) => file.endsWith('.md')))(
  'every file that %s names is there',
  (file) => {
    const named = readFileSync(file, 'utf8').match(pathInText) ?? []
    expect(named.filter((path) => path !== example && !existsSync(path))).toEqual([])
  },
)
