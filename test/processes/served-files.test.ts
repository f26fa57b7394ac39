import { readdirSync } from 'node:fs'
import { extname } from 'node:path'
import { expect, test } from 'vitest'

test('nothing of the server itself lies where files are served to the world', () => {
  const kinds = new Set(readdirSync('dist/server/assets').map((name) => extname(name)))
  expect([...kinds].filter((kind) => ['.js', '.map', '.json'].includes(kind))).toEqual([])
})
