import { pino } from 'pino'
import { expect, test } from 'vitest'
import { every } from './every.ts'

test('a job runs again after each end, one run at a time, and a failed run is logged', async () => {
  const logLines: string[] = []
  const log = pino({}, { write: (line: string) => void logLines.push(line) })
  let running = 0
  let runs = 0
  const thirdRun = Promise.withResolvers<void>()
  const repeated = every(
    1,
    async () => {
      running += 1
      expect(running).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 10))
      running -= 1
      runs += 1
      if (runs === 3) thirdRun.resolve()
      if (runs === 1) throw new Error('no disk')
    },
    { log, failure: 'not done' },
  )
  await thirdRun.promise
  await repeated.stop()
  expect(logLines).toHaveLength(1)
  expect(logLines[0]).toContain('not done')
})

test('a stop tells the running job, waits for its end, and no run follows', async () => {
  const log = pino({ level: 'silent' })
  let runs = 0
  let isEnded = false
  const job = async (stopping: AbortSignal) => {
    runs += 1
    await new Promise((resolve) => stopping.addEventListener('abort', resolve))
    await new Promise((resolve) => setTimeout(resolve, 20))
    isEnded = true
  }
  await every(1, job, { log, failure: 'not done' }).stop()
  expect(isEnded).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(runs).toBe(1)
})
