import { expect, test } from 'vitest'
import { printableJson, printableLines } from '../printable.ts'
import { table } from './table.ts'

const columns = {
  email: (row: string[]) => row[0]!,
  asked: (row: string[]) => row[1]!,
}
const rows = [['somebody.with.a.long.name@example.com', '2026-03-01 10:00']]

test('a table is as wide as its content, up to the given width', () => {
  expect(table(columns, rows, Infinity)).toEqual([
    'EMAIL                                  ASKED',
    'somebody.with.a.long.name@example.com  2026-03-01 10:00',
  ])
  expect(table(columns, rows, 34)).toEqual([
    'EMAIL             ASKED',
    'somebody.with.a…  2026-03-01 10:00',
  ])
})

test('a table aligns columns of figures to the right, but no others', () => {
  const figures = [
    { domain: '2026', asked: '1204', rate: '9.5%' },
    { domain: 'other', asked: '7', rate: '–' },
  ]
  const shown = {
    domain: (row: (typeof figures)[number]) => row.domain,
    asked: (row: (typeof figures)[number]) => row.asked,
    rate: (row: (typeof figures)[number]) => row.rate,
  }
  expect(table(shown, figures, 80)).toEqual([
    'DOMAIN  ASKED  RATE',
    '2026     1204  9.5%',
    'other       7     –',
  ])
})

test('a table too wide for the terminal is printed as one field per line', () => {
  expect(table(columns, rows, 12)).toEqual(['email: some…', 'asked: 2026…', ''])
})

test('a table never shortens an id', () => {
  const id = '01a1eac3-1cbc-7919-8c4b'
  const withId = { id: () => id, ...columns }
  expect(table(withId, rows, 60)[1]).toBe(`${id}  somebody.with.a.…  2026-03-01 10:00`)
  expect(table(withId, rows, 42)).toContain(`id: ${id}`)
})

test('a table counts wide characters as two columns, and replaces control characters', () => {
  const [, line] = table(columns, [['漢字漢字漢字漢字', 'x\u001b[2J\u202e\ny']], 20)
  expect(line).toBe('漢字漢字…   x\ufffd[2J\ufffd y')
  const steering = '\u0007\u009b\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ud800'
  expect(printableLines(`${steering}\n`)).toBe(`${'\ufffd'.repeat(steering.length)}\n`)
})

test('a text of several lines keeps its tabs', () => {
  expect(printableLines('a\tb\n')).toBe('a\tb\n')
})

test('a table can have 200,000 rows', () => {
  const many = Array.from({ length: 200_000 }, (_, index) => ({ index }))
  const lines = table({ index: ({ index }: { index: number }) => String(index) }, many, 80)
  expect(lines).toHaveLength(200_001)
})

test('JSON for a terminal escapes C1 controls and bidi marks, and parses to the same value', () => {
  const value = { name: 'A\u007f\u009b1m\u202eda\u2028', lines: ['è\n😀'] }
  for (const json of [printableJson(value), printableJson(value, 2)]) {
    expect(JSON.parse(json)).toEqual(value)
    expect(json).toContain(String.raw`A\u007f\u009b1m\u202eda\u2028`)
  }
})
