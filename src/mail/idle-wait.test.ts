import { expect, onTestFinished, test, vi } from 'vitest'
import { createIdleWait } from './idle-wait.ts'

test.each(['end', 'nudge'] as const)(
  'what comes (%s) while the courier looks for mail is not slept through',
  async (name) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const idleWait = createIdleWait()
    idleWait.nudge()
    idleWait.forgetNudge()
    idleWait[name]()
    await idleWait.begin()
    expect(vi.getTimerCount()).toBe(0)
    expect(idleWait.wasNudged()).toBe(name === 'nudge')
  },
)

test('what came before the courier looked ends no wait; the time for the next look does', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const idleWait = createIdleWait()
  idleWait.nudge()
  idleWait.end()
  idleWait.forgetNudge()
  let isOver = false
  const waiting = idleWait.begin().then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(2000)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  await waiting
  expect(idleWait.wasNudged()).toBe(true)
})
