import { expect, onTestFinished, test, vi } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

function openLimit(maxPerMinute: number) {
  let nowMs = 0
  const limit = createRateLimit(maxPerMinute, () => nowMs)
  return { limit, passMinutes: (minutes: number) => (nowMs += minutes * 60_000) }
}

test('a client over the limit waits for the next minute, and other clients do not', () => {
  const { limit, passMinutes } = openLimit(2)
  expect([limit('a'), limit('a'), limit('a'), limit('b')]).toEqual([0, 0, 60, 0])
  passMinutes(0.5)
  expect(limit('a')).toBe(30)
  passMinutes(0.5)
  expect(limit('a')).toBe(0)
})

test('a client is forgotten after its minute and its day, even if no other request arrives', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // The clock stands still, so only a timer can forget.
  const { limit } = openLimit(1)
  expect([limit('a'), limit('a')]).toEqual([0, 60])
  vi.advanceTimersByTime(60_000)
  expect([limit('a'), limit('a')]).toEqual([0, 60])
})

test('at 20 requests a minute a client has 300 a day, and rejected requests do not count', () => {
  const { limit, passMinutes } = openLimit(20)
  let accepted = 0
  for (let minute = 0; minute < 60; minute += 1) {
    for (let count = 0; count < 30; count += 1) if (limit('a') === 0) accepted += 1
    passMinutes(1)
  }
  expect(accepted).toBe(300)
  expect(limit('a')).toBe(23 * 3600)
  expect(limit('b')).toBe(0)
  passMinutes(23 * 60)
  expect(limit('a')).toBe(0)
})

test('a limit of 0 requests a minute means no limit', () => {
  const { limit } = openLimit(0)
  expect(Array.from({ length: 1000 }, () => limit('a')).every((wait) => wait === 0)).toBe(true)
})

test('an IPv6 /48 has five times the limits of a client, and another /48 its own', () => {
  const { limit, passMinutes } = openLimit(2)
  const acceptedFrom = (network: string) => {
    const clients = Array.from({ length: 30 }, (_, index) => `${network}${1000 + index}`)
    return clients.filter((client) => limit(client) === 0).length
  }
  expect([acceptedFrom('20010db8000a'), acceptedFrom('20010db8000b')]).toEqual([10, 10])
  for (let minute = 0; minute < 20; minute += 1) {
    passMinutes(1)
    acceptedFrom('20010db8000a')
  }
  passMinutes(1)
  expect(limit('20010db8000a9999')).toBeGreaterThan(3600)
  expect(limit('192.0.2.1')).toBe(0)
})

test('the rejected requests of one client use up nothing of its /48', () => {
  const { limit } = openLimit(2)
  for (let count = 0; count < 50; count += 1) limit('20010db8000a0001')
  const others = Array.from({ length: 20 }, (_, index) => `20010db8000a${1000 + index}`)
  expect(others.filter((client) => limit(client) === 0)).toHaveLength(8)
})

test('a client that goes on is not forgotten, however many others come', () => {
  const { limit } = openLimit(1)
  limit('busy')
  for (let count = 0; count < 250_000; count += 1) {
    limit(`client-${count}`)
    if (count % 10_000 === 0) expect(limit('busy')).toBe(60)
  }
})

test('after 100,000 other clients the oldest client is forgotten, so that memory stays bounded', () => {
  const { limit } = openLimit(1)
  limit('first')
  expect(limit('first')).toBe(60)
  for (let count = 0; count < 100_000; count += 1) limit(`client-${count}`)
  expect(limit('first')).toBe(0)
})
