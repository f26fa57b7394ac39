import { expect, test } from 'vitest'
import { pitch as rawPitch } from '../../content/pitch.ts'
import { site as rawSite } from '../../content/site.ts'
import { team as rawTeam } from '../../content/team.ts'
import { stageAt, stagesOf } from './launch.ts'
import { readContent } from './read-content.ts'

const url = 'https://tool.example.com/'
const at = '2027-01-15T09:00:00+01:00'

test('a launch time ahead gives two stages that change at that moment, by UTC', () => {
  const stages = stagesOf({ launched: { url, at } }, new Date('2027-01-15T07:59:59Z'))
  expect(stages).toEqual([
    { since: null, launched: false },
    { since: '2027-01-15T08:00:00.000Z', launched: { url } },
  ])
  expect(stageAt(stages, new Date('2027-01-15T07:59:59.999Z')).launched).toBe(false)
  expect(stageAt(stages, new Date('2027-01-15T08:00:00.000Z')).launched).toEqual({ url })
})

test('a launch time that has passed, or none, is launched from the start', () => {
  const launched = [{ since: null, launched: { url } }]
  expect(stagesOf({ launched: { url, at } }, new Date('2027-01-15T08:00:00Z'))).toEqual(launched)
  expect(stagesOf({ launched: { url } }, new Date())).toEqual(launched)
})

test.each([
  '2027-01-15T09:00:00',
  '2027-01-15',
  'tomorrow',
  '2027-02-30T09:00:00Z',
  '9999-12-31T23:59:59-05:00',
])('a launch at %s is refused: without an offset, no such time, or in the year 10000', (wrong) => {
  const launched = { url, at: wrong }
  expect(() => readContent({ ...rawSite, launched }, rawTeam, rawPitch)).toThrow(
    /launched.*must be/,
  )
})
