import { expect, test } from 'vitest'
import { createBatcher } from './create-batcher.ts'

test('what comes faster than it can be handed on is turned away at once, and the rest is handed on', async () => {
  const open = Promise.withResolvers<void>()
  const batches: number[] = []
  const hand = async (items: number[]) => {
    batches.push(items.length)
    await open.promise
    return items.map(() => 'kept')
  }
  const bounds = { mostPerBatch: 4, mostBatches: 1, mostWaiting: 8 }
  const give = createBatcher(hand, 'full', bounds)
  const first = Array.from({ length: 4 }, (_, item) => give(item))
  await expect.poll(() => batches).toEqual([4])
  const later = Array.from({ length: 10 }, (_, item) => give(item))
  expect(await Promise.all(later.slice(8))).toEqual(['full', 'full'])
  open.resolve()
  expect(new Set(await Promise.all([...first, ...later.slice(0, 8)]))).toEqual(new Set(['kept']))
  expect(batches).toEqual([4, 4, 4])
  expect(await give(99)).toBe('kept')
})

test('the next is handed on while the answers to the one before it wait for their time', async () => {
  const handed: number[] = []
  const time = Promise.withResolvers<void>()
  const bounds = { mostPerBatch: 1, mostBatches: 1, mostWaiting: 8 }
  const give = createBatcher(
    async (items: number[]) => {
      handed.push(...items)
      return items
    },
    0,
    bounds,
    async (work) => {
      const [results] = await Promise.all([work(), time.promise])
      return results
    },
  )
  const answers = [1, 2].map(give)
  await expect.poll(() => handed).toEqual([1, 2])
  const soon = Promise.race([...answers, new Promise((resolve) => setImmediate(resolve, 'none'))])
  expect(await soon).toBe('none')
  time.resolve()
  expect(await Promise.all(answers)).toEqual([1, 2])
})
