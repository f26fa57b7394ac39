import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { onGrid } from './on-grid.ts'

test('work that is done at once is answered with the work that took longer, in the order of asking', async () => {
  const answered: string[] = []
  const ask = (name: string, turns: number) =>
    onGrid(async () => {
      for (let turn = 0; turn < turns; turn += 1) await nextTurn()
    }, 500).then(() => answered.push(name))
  await Promise.all([ask('slow', 5), ask('quick', 0), ask('slow again', 5)])
  expect(answered).toEqual(['slow', 'quick', 'slow again'])
})

test('work that fails fails, and not at once either', async () => {
  let isSettled = false
  const failing = onGrid(() => Promise.reject(new Error('no')), 1).finally(() => (isSettled = true))
  failing.catch(() => {})
  await nextTurn()
  expect(isSettled).toBe(false)
  await expect(failing).rejects.toThrow('no')
})
