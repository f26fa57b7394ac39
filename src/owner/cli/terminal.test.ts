import { afterEach, expect, test, vi } from 'vitest'
import { createProgress, createTerminal } from './terminal.ts'

afterEach(() => vi.useRealTimers())

/** The progress output of `seconds` of work at one row per millisecond. */
function shown(seconds: number, redraws: boolean): string[] {
  vi.useFakeTimers({ toFake: ['performance'] })
  const lines: string[] = []
  const keep = (line: string) => void lines.push(line)
  const terminal = { ...createTerminal({}), columns: 80, redraws, redraw: keep, note: keep }
  const tell = createProgress(terminal)
  for (let second = 1; second <= seconds; second++) {
    vi.advanceTimersByTime(1000)
    tell(second * 1000, seconds * 1000)
  }
  return lines
}

test('long work draws a bar on a terminal, and prints a line every ten seconds elsewhere', () => {
  expect(shown(4, true)).toEqual([
    '█████░░░░░░░░░░░░░░░ 25% of 4000 rows',
    '██████████░░░░░░░░░░ 50% of 4000 rows',
    '███████████████░░░░░ 75% of 4000 rows',
    '████████████████████ 100% of 4000 rows',
  ])
  expect(shown(25, false)).toEqual(['10000 of 25000 rows', '20000 of 25000 rows'])
})

test('short work prints no progress to a log', () => expect(shown(9, false)).toEqual([]))
