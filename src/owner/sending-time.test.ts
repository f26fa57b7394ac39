import { expect, test } from 'vitest'
import { offsetMistake, sendingTime } from './sending-time.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const url = 'https://tool.example.com/'
const at = '2027-01-15T09:00:00+01:00'
const read = (text: string, options = {}) => {
  const { dueAt } = sendingTime(text, now, options)
  return dueAt === 'launch' ? dueAt : dueAt.toISOString()
}

test('a time to send at is an instant, a local time in a zone, or the launch', () => {
  expect(read('2026-03-31T09:00+02:00')).toBe('2026-03-31T07:00:00.000Z')
  expect(read('2026-03-31T09:00', { zone: 'Europe/Rome' })).toBe('2026-03-31T07:00:00.000Z')
  expect(read('2026-12-31T09:00', { zone: 'Europe/Rome' })).toBe('2026-12-31T08:00:00.000Z')
  for (const launched of [{ url, at }, false])
    expect(read('launch', { content: { launched } })).toBe('launch')
})

test('a time typed with an offset or a zone keeps it, whatever the zone of the machine', () => {
  const tokyo = { zone: 'Asia/Tokyo' }
  expect(read('2026-03-31T09:00+02:00', tokyo)).toBe('2026-03-31T07:00:00.000Z')
  expect(read('2026-03-31T07:00Z', tokyo)).toBe('2026-03-31T07:00:00.000Z')
  for (const options of [tokyo, {}])
    expect(read('2026-03-31T00:00[Europe/Rome]', options)).toBe('2026-03-30T22:00:00.000Z')
  expect(() => read('2026-03-31T09:00+01:00[Europe/Rome]')).toThrow('another offset then')
  expect(() => read('2026-03-31T09:00[Europe/Rme]')).toThrow('Europe/Rme is not a known time zone')
})

test("Italy's winter offset in summer is a mistake, and its summer offset in winter", () => {
  expect(offsetMistake('2026-07-15T09:00:00+01:00')).toBe(
    '2026-07-15T09:00:00+01:00 is 10:00 in Italy, where the offset is +02:00 on that day',
  )
  expect(offsetMistake('2027-01-15T09:00+0200')).toContain('is 08:00 in Italy')
  for (const text of [
    at,
    '2026-07-15T09:00+02:00',
    '2026-07-15T09:00Z',
    '2026-07-15T09:00',
    'launch',
  ])
    expect(offsetMistake(text)).toBeUndefined()
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
  for (const launched of [{ url }, { url, at: '2026-03-01T12:59:59+01:00' }])
    expect(() => read('launch', { content: { launched } })).toThrow('is launched already')
})
