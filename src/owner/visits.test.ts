import { describe, expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { createVisitCounter, sourceOfPage, sourceOfVisit } from './visit-counter.ts'
import { storeCounts, maxSourcesPerDay, readVisits } from './visit-counts.ts'

const day = '2026-03-01'
const clock = () => new Date(`${day}T12:00:00.000Z`)
const own = ['www.example.com']
const browser = { 'sec-fetch-dest': 'document', host: 'x' }

test('the source of a visit is the tag in its address, or the referring site, or direct', () => {
  const google = 'https://www.google.com/'
  expect(sourceOfVisit('?utm_source=Launch-List&ref=x', google, own)).toBe('launch-list')
  expect(sourceOfVisit('?utm_source=&ref=Product+Hunt', undefined, own)).toBe('product-hunt')
  expect(sourceOfVisit('?ref=+Caffe%CC%80+', undefined, own)).toBe('caffè')
  expect(sourceOfVisit('?page=2', google, own)).toBe('google.com')
  expect(sourceOfVisit('', 'http://localhost:8080/a?b#c', own)).toBe('localhost')
  expect(sourceOfVisit('', undefined, own)).toBe('direct')
  expect(sourceOfVisit('', 'android-app://com.google/', own)).toBe('direct')
  expect(sourceOfVisit('?utm_source=x', 'https://www.example.com/about', own)).toBeUndefined()
})

test('a tag that could name a person or control a terminal counts as other', () => {
  const invented = [
    'ada@example.com',
    '\u001b[2J',
    '<b>',
    '=1+1',
    'a'.repeat(61),
    '‮abc',
    'a\u0000',
    'a\u2028b',
  ]
  for (const name of invented) {
    expect(sourceOfVisit(`?ref=${encodeURIComponent(name)}`, undefined, own)).toBe('other')
  }
})

test('the source of a signup is the tag in its page’s address, never the referring site', () => {
  expect(sourceOfPage('https://www.example.com/?utm_source=Meetup')).toBe('meetup')
  expect(sourceOfPage('https://www.example.com/about')).toBe('untagged')
  expect(sourceOfPage('')).toBe('untagged')
  expect(sourceOfPage(undefined)).toBe('untagged')
})

test('bots, frames and prefetches are not counted', () => {
  const counter = createVisitCounter('https://www.example.com', clock)
  counter.request('?ref=bot', { host: 'x' })
  counter.request('?ref=frame', { ...browser, 'sec-fetch-dest': 'iframe' })
  counter.request('?ref=prefetch', { ...browser, 'sec-purpose': 'prefetch' })
  expect(counter.take()).toEqual([])
})

test('the visit counter returns each count once, and limits the number of sources', () => {
  const counter = createVisitCounter('https://www.example.com', clock)
  counter.request('', { ...browser, referer: 'http://127.0.0.1:3000/a', host: '127.0.0.1:3000' })
  for (let index = 0; index < 5000; index += 1) counter.request(`?ref=s${index}`, browser)
  counter.signup('https://www.example.com/?ref=s1')
  const counts = counter.take()
  expect(counts.length).toBeLessThanOrEqual(1001)
  expect(counts.reduce((sum, { visits }) => sum + visits, 0)).toBe(5000)
  expect(counts.find(({ source }) => source === 's1')).toMatchObject({ visits: 1, signups: 1 })
  expect(counter.take()).toEqual([])
})

test('a visit counts for its own day, and counts that were put back are returned again', () => {
  let now = new Date('2026-03-01T23:59:59.999Z')
  const counter = createVisitCounter('https://www.example.com', () => now)
  counter.request('?ref=meetup', browser)
  now = new Date('2026-03-02T00:00:00.000Z')
  counter.request('?ref=meetup', browser)
  const lost = counter.take()
  counter.signup('https://www.example.com/?ref=meetup')
  counter.putBack(lost)
  expect(counter.take()).toEqual([
    { day: '2026-03-02', source: 'meetup', visits: 1, signups: 1 },
    { day: '2026-03-01', source: 'meetup', visits: 1, signups: 0 },
  ])
})

describe.each(dialects)('%s', (dialect) => {
  test('counts of several servers are summed, and sources past the daily limit become other', async () => {
    const { db } = await openTestDatabase(dialect)
    const flood = (server: number) => [
      { day, source: 'meetup', visits: 10, signups: 2 },
      ...Array.from({ length: 300 }, (_, index) => ({
        day,
        source: `s${server}-${index}`,
        visits: 1,
        signups: 0,
      })),
      { day, source: 'other', visits: 1, signups: 1 },
    ]
    await Promise.all([0, 1, 2].map((server) => storeCounts(db, flood(server))))
    await storeCounts(db, [
      { day: '2026-02-28', source: 'meetup', visits: 2, signups: 0 },
      { day, source: 'meetup', visits: 5, signups: 0 },
    ])
    const rows = await db.selectFrom('visits').selectAll().execute()
    expect(rows.filter((row) => row.day === day).length).toBe(maxSourcesPerDay)
    const figures = await readVisits(db, [{ day: '2026-02-28' }, { day }])
    expect(figures.sources).toContainEqual({
      source: 'meetup',
      visits: 37,
      signups: 6,
      signupsPerVisit: 6 / 37,
    })
    expect(figures).toMatchObject({
      visits: 940,
      signupsPerVisit: 9 / 940,
      visitsByDay: [
        { day: '2026-02-28', visits: 2 },
        { day, visits: 938 },
      ],
    })
    expect(figures.sources[0]!.source).toBe('other')
  })
})
