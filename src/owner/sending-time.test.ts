import { expect, test } from 'vitest'
import { sendingTime } from './sending-time.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const launchAt = Date.parse('2027-01-15T09:00:00+01:00')
const read = (text: string, options = {}) => sendingTime(text, now, options).toISOString()

test('a time to send at is an instant, a local time in a zone, or the launch', () => {
  expect(read('2026-03-31T09:00+02:00')).toBe('2026-03-31T07:00:00.000Z')
  expect(read('2026-03-31T09:00', { zone: 'Europe/Rome' })).toBe('2026-03-31T07:00:00.000Z')
  expect(read('2026-12-31T09:00', { zone: 'Europe/Rome' })).toBe('2026-12-31T08:00:00.000Z')
  expect(read('launch', { launchAt })).toBe('2027-01-15T08:00:00.000Z')
})

test('a local time that is missing or comes twice when the clocks change is refused', () => {
  for (const text of ['2026-03-29T02:30', '2026-10-25T02:30'])
    expect(() => read(text, { zone: 'Europe/Rome' })).toThrow('The clocks change in that hour')
  expect(read('2026-03-29T03:00', { zone: 'Europe/Rome' })).toBe('2026-03-29T01:00:00.000Z')
})

test('a time to send at must be complete, possible and in the future', () => {
  for (const text of [
    '2099-03-31T09:00',
    'tomorrow',
    '2099-02-30T09:00Z',
    '9999-12-31T23:59-12:00',
  ])
    expect(() => read(text)).toThrow('Give a time with its zone')
  expect(() => read('', { zone: 'UTC' })).toThrow('Give a time and a day')
  expect(() => read('2020-01-01T00:00Z')).toThrow('2020-01-01T00:00:00.000Z has passed')
  expect(() => read('launch', { launchAt: now.getTime() })).toThrow('has passed')
})
