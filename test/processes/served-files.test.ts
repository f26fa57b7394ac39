import { readdirSync } from 'node:fs'
import { extname } from 'node:path'
import { expect, test } from 'vitest'

test('the folder of served files contains no server code', () => {
  const kinds = new Set(readdirSync('dist/server/assets').map((name) => extname(name)))
  expect([...kinds].filter((kind) => ['.js', '.map', '.json'].includes(kind))).toEqual([])
})
