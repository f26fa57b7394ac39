import { describe, expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { createVisitCounter } from './count-visits.ts'
import { keepCounts, mostSourcesPerDay } from './keep-counts.ts'
import { readVisits } from './read-visits.ts'
import { sourceOfPage, sourceOfVisit } from './source-of-visit.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const own = ['www.example.com']

test('a visit is of what its address says, else of who linked to it, else direct', () => {
  const google = 'https://www.google.com/'
  expect(sourceOfVisit('?utm_source=Launch-List&ref=x', google, own)).toBe('launch-list')
  expect(sourceOfVisit('?ref=Product+Hunt', undefined, own)).toBe('product hunt')
  expect(sourceOfVisit('?page=2', google, own)).toBe('google.com')
  expect(sourceOfVisit('', 'http://localhost:8080/a?b#c', own)).toBe('localhost')
  expect(sourceOfVisit('', undefined, own)).toBe('direct')
  expect(sourceOfVisit('', 'android-app://com.google/', own)).toBe('direct')
  expect(sourceOfVisit('?utm_source=x', 'https://www.example.com/about', own)).toBeUndefined()
})

test('what could name a person or steer a terminal is nobody’s source', () => {
  const invented = ['ada@example.com', '\u001b[2J', '<b>', '=1+1', 'a'.repeat(61), '‮abc', 'a\u0000']
  for (const name of invented) {
    expect(sourceOfVisit(`?ref=${encodeURIComponent(name)}`, undefined, own)).toBe('other')
  }
})

test('a form is of what the address of its page says, and never of a site that linked to it', () => {
  expect(sourceOfPage('https://www.example.com/?utm_source=Meetup')).toBe('meetup')
  expect(sourceOfPage('https://www.example.com/about')).toBe('untagged')
  expect(sourceOfPage('')).toBe('untagged')
  expect(sourceOfPage(undefined)).toBe('untagged')
})

test('a counter hands over what it counted once, and grows with no flood of sources', () => {
  const counter = createVisitCounter('https://www.example.com')
  counter.visit('', 'http://127.0.0.1:3000/about', '127.0.0.1:3000')
  for (let index = 0; index < 5000; index += 1) counter.visit(`?ref=s${index}`, undefined, 'x')
  counter.signup('https://www.example.com/?ref=s1')
  const counts = counter.take()
  expect(counts.length).toBeLessThanOrEqual(1001)
  expect(counts.reduce((sum, { visits }) => sum + visits, 0)).toBe(5000)
  expect(counts.find(({ source }) => source === 's1')).toMatchObject({ visits: 1, signups: 1 })
  expect(counter.take()).toEqual([])
})

describe.each(dialects)('%s', (dialect) => {
  test('what several servers counted adds up, and a flood of sources is bounded for all of them', async () => {
    const { db } = await openTestDatabase(dialect)
    const flood = (server: number) => [
      ...Array.from({ length: 300 }, (_, index) => ({
        source: `s${server}-${index}`,
        visits: 1,
        signups: 0,
      })),
      { source: 'meetup', visits: 10, signups: 2 },
      { source: 'other', visits: 1, signups: 1 },
    ]
    await Promise.all([0, 1, 2].map((server) => keepCounts(db, flood(server), now)))
    await keepCounts(db, [{ source: 'meetup', visits: 5, signups: 0 }], now)
    await keepCounts(db, [{ source: 'late', visits: 1, signups: 0 }], now)
    const rows = await db.selectFrom('visits').selectAll().execute()
    expect(rows.length).toBe(mostSourcesPerDay)
    const figures = await readVisits(db, ['2026-02-28', '2026-03-01'])
    expect(figures.sources).toContainEqual({
      source: 'meetup',
      visits: 35,
      signups: 6,
      share: 6 / 35,
    })
    expect(figures).toMatchObject({
      visits: 939,
      share: 9 / 939,
      visitsByDay: [
        { day: '2026-02-28', visits: 0 },
        { day: '2026-03-01', visits: 939 },
      ],
    })
    expect(figures.sources[0]!.source).toBe('other')
  })
})
