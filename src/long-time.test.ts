import { expect, test } from 'vitest'
import { isoDate, longDate, longTime } from './long-time.ts'

const midnightInItaly = new Date('2027-03-01T00:30:00+01:00')

test('a date is the day in Italy, as in the footer and the legal texts', () => {
  expect(longDate('en', midnightInItaly)).toBe('1 March 2027')
  expect(longDate('it', midnightInItaly)).toBe('1º marzo 2027')
  expect(isoDate(midnightInItaly)).toBe('2027-03-01')
})

test('a time is in UTC, with its date', () => {
  expect(longTime('en', midnightInItaly)).toBe('28 February 2027 at 23:30:00 UTC')
})
