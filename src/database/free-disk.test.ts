import { expect, test } from 'vitest'
import { createDiskCheck } from './free-disk.ts'

test('the disk counts as low below 1 GB, and is read at most once in five seconds', () => {
  let [free, readings, now] = [1, 0, 0]
  const read = () => {
    readings += 1
    return free
  }
  const isLow = createDiskCheck('.', read, () => now)
  expect(isLow()).toBe(false)
  free = 0.99
  now = 4999
  for (let request = 0; request < 100; request += 1) expect(isLow()).toBe(false)
  expect(readings).toBe(1)
  now = 5000
  expect(isLow()).toBe(true)
  free = 2
  now = 10_000
  expect(isLow()).toBe(false)
  expect(readings).toBe(3)
})
