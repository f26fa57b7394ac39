import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SourceCount } from '#owner/visit-counter.ts'
import { startVisitCounting } from './start-visit-counting.ts'

test('visits are stored every minute and on stop, and after a failure with the next attempt', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const kept: SourceCount[][] = []
  const countVisits = async (counts: SourceCount[]) => {
    if (kept.push(counts) === 1) throw new Error('no database')
  }
  const log = pino({ level: 'silent' })
  const clock = () => new Date('2026-03-01T12:00:00.000Z')
  const counting = startVisitCounting('https://www.example.com', clock, { countVisits }, log)
  counting.visits.request('?ref=meetup', { 'sec-fetch-dest': 'document' })
  await vi.advanceTimersByTimeAsync(60_000)
  counting.visits.request('?ref=meetup', { 'sec-fetch-dest': 'document' })
  await counting.stop()
  expect(kept.map((counts) => counts.map(({ source, visits }) => `${source} ${visits}`))).toEqual([
    ['meetup 1'],
    ['meetup 2'],
  ])
})
