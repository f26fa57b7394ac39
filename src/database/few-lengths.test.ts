import { expect, test } from 'vitest'
import { fewLengths } from './few-lengths.ts'

test('lists of any length up to 500 have eleven lengths and the same values', () => {
  const lists = Array.from({ length: 501 }, (_, length) =>
    Array.from({ length }, (_none, index) => index),
  )
  const lengths = new Set(lists.map((list) => fewLengths(list).length))
  expect(lengths.size).toBe(11)
  for (const list of lists) expect([...new Set(fewLengths(list))]).toEqual(list)
})
