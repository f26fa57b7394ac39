import { expect, test } from 'vitest'
import { padToPowerOfTwo } from './pad-to-power-of-two.ts'

test('lists of any length up to 500 have eleven lengths and the same values', () => {
  const lists = Array.from({ length: 501 }, (_, length) =>
    Array.from({ length }, (_none, index) => index),
  )
  const lengths = new Set(lists.map((list) => padToPowerOfTwo(list).length))
  expect(lengths.size).toBe(11)
  for (const list of lists) expect([...new Set(padToPowerOfTwo(list))]).toEqual(list)
})
