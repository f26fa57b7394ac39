import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { unlessAborted } from './unless-aborted.ts'

const forever = new Promise<void>(() => {})

test('ends with the work, with its failure, or with the signal', async () => {
  const stopping = new AbortController()
  await unlessAborted(Promise.resolve(), stopping.signal)
  const failure = Promise.reject(new Error('no'))
  await expect(unlessAborted(failure, stopping.signal)).rejects.toThrow('no')
  const waiting = unlessAborted(forever, stopping.signal)
  stopping.abort()
  await waiting
  await unlessAborted(forever, stopping.signal)
})

test('thirty thousand waits leave nothing behind, as races with one promise would', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { signal } = new AbortController()
  const aborted = once(signal, 'abort')
  const left = async (wait: () => Promise<unknown>) => {
    collect()
    const before = process.memoryUsage().heapUsed
    for (let count = 0; count < 30_000; count += 1) await wait()
    collect()
    return process.memoryUsage().heapUsed - before
  }
  const byRaces = await left(() => Promise.race([Promise.resolve(), aborted]))
  expect(byRaces).toBeGreaterThan(30_000 * 50)
  expect(await left(() => unlessAborted(Promise.resolve(), signal))).toBeLessThan(byRaces / 5)
})
