import { describe, expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { createVisitCounter } from './count-visits.ts'
import { keepCounts, mostSourcesPerDay, readVisits } from './visit-counts.ts'
import { sourceOfPage, sourceOfVisit } from './source-of-visit.ts'

const day = '2026-03-01'
const clock = () => new Date(`${day}T12:00:00.000Z`)
const own = ['www.example.com']

test('a visit is of what its address says, else of who linked to it, else direct', () => {
  const google = 'https://www.google.com/'
  expect(sourceOfVisit('?utm_source=Launch-List&ref=x', google, own)).toBe('launch-list')
  expect(sourceOfVisit('?utm_source=&ref=Product+Hunt', undefined, own)).toBe('product hunt')
  expect(sourceOfVisit('?ref=+Caffe%CC%80+', undefined, own)).toBe('caffè')
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
  const counter = createVisitCounter('https://www.example.com', clock)
  counter.visit('', 'http://127.0.0.1:3000/about', '127.0.0.1:3000')
  for (let index = 0; index < 5000; index += 1) counter.visit(`?ref=s${index}`, undefined, 'x')
  counter.signup('https://www.example.com/?ref=s1')
  const counts = counter.take()
  expect(counts.length).toBeLessThanOrEqual(1001)
  expect(counts.reduce((sum, { visits }) => sum + visits, 0)).toBe(5000)
  expect(counts.find(({ source }) => source === 's1')).toMatchObject({ visits: 1, signups: 1 })
  expect(counter.take()).toEqual([])
})

test('a visit is of the day on which it was counted, and what could not be kept counts again', () => {
  let now = new Date('2026-03-01T23:59:59.999Z')
  const counter = createVisitCounter('https://www.example.com', () => now)
  counter.visit('?ref=meetup', undefined, 'x')
  now = new Date('2026-03-02T00:00:00.000Z')
  counter.visit('?ref=meetup', undefined, 'x')
  const lost = counter.take()
  counter.signup('https://www.example.com/?ref=meetup')
  counter.putBack(lost)
  expect(counter.take()).toEqual([
    { day: '2026-03-02', source: 'meetup', visits: 1, signups: 1 },
    { day: '2026-03-01', source: 'meetup', visits: 1, signups: 0 },
  ])
})

describe.each(dialects)('%s', (dialect) => {
  test('what several servers counted adds up, and a flood of sources is bounded for all of them', async () => {
    const { db } = await openTestDatabase(dialect)
    const flood = (server: number) => [
      ...Array.from({ length: 300 }, (_, index) => ({
        day,
        source: `s${server}-${index}`,
        visits: 1,
        signups: 0,
      })),
      { day, source: 'meetup', visits: 10, signups: 2 },
      { day, source: 'other', visits: 1, signups: 1 },
    ]
    await Promise.all([0, 1, 2].map((server) => keepCounts(db, flood(server))))
    await keepCounts(db, [
      { day: '2026-02-28', source: 'meetup', visits: 2, signups: 0 },
      { day, source: 'meetup', visits: 5, signups: 0 },
    ])
    await keepCounts(db, [{ day, source: 'late', visits: 1, signups: 0 }])
    const rows = await db.selectFrom('visits').selectAll().execute()
    expect(rows.filter((row) => row.day === day).length).toBe(mostSourcesPerDay)
    const figures = await readVisits(db, [{ day: '2026-02-28' }, { day }])
    expect(figures.sources).toContainEqual({
      source: 'meetup',
      visits: 37,
      signups: 6,
      share: 6 / 37,
    })
    expect(figures).toMatchObject({
      visits: 941,
      share: 9 / 941,
      visitsByDay: [
        { day: '2026-02-28', visits: 2 },
        { day, visits: 939 },
      ],
    })
    expect(figures.sources[0]!.source).toBe('other')
  })

  test('sources that a stranger invents early in the day leave room for those who come later', async () => {
    const { db } = await openTestDatabase(dialect)
    const invented = Array.from({ length: 300 }, (_, index) => `s${index}`)
    await keepCounts(
      db,
      invented.map((source) => ({ day, source, visits: 1, signups: 0 })),
    )
    for (let minute = 0; minute < 3; minute += 1) {
      await keepCounts(db, [{ day, source: 'zine', visits: 1, signups: 0 }])
    }
    const { sources, visits } = await readVisits(db, [{ day }])
    expect(visits).toBe(303)
    expect(sources).toContainEqual({ source: 'zine', visits: 3, signups: 0, share: 0 })
    expect(sources).toHaveLength(mostSourcesPerDay)
  })
})
