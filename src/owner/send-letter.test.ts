import { expect, test } from 'vitest'
import { scheduleLetter } from '#letters/stored-letters.ts'
import { openTestDatabase } from '../../test/support/databases.ts'
import { letter } from '../../test/support/letters.ts'
import { checkTime } from './send-letter.ts'

const now = new Date('2027-01-01T10:00:00.000Z')
const at = '2027-01-15T09:00:00+01:00'
const launchAt = Date.parse(at)
const url = 'https://tool.example.com/'

test('a second letter for the same minute, or a launch letter now or for another time than the launch, gets a warning', async () => {
  const { db } = await openTestDatabase('sqlite')
  const check = async (name: string, dueAt: number | 'launch', time = now, launched = true) => {
    const given = { dueAt: dueAt === 'launch' ? dueAt : new Date(dueAt), text: '' }
    const content = { launched: launched && { url, at } }
    const findings = await checkTime(db, name, { at: given, now: time, content })
    return findings.map(({ level, message }) => `${level}: ${message}`)
  }
  for (const time of ['launch', launchAt] as const) expect(await check('launch', time)).toEqual([])
  const atOtherTime = [
    'warning: the site launches at 2027-01-15 08:00 UTC, and says "coming soon" until then',
  ]
  expect(await check('launch', launchAt + 1000)).toEqual(atOtherTime)
  expect(await check('launch', now.getTime())).toEqual(atOtherTime)
  expect(await check('april', now.getTime())).toEqual([])
  expect(await check('launch', launchAt + 1000, new Date(launchAt))).toEqual([])
  const held = ['warning: content/site.ts has no launch: the letter is held until it has one']
  for (const name of ['launch', 'april'])
    expect(await check(name, 'launch', now, false)).toEqual(held)
  await scheduleLetter(db, letter, { dueAt: new Date(launchAt), now })
  expect(await check('april', launchAt + 59_000)).toEqual([
    'warning: launch is scheduled for the same minute: everyone gets both',
  ])
  expect(await check('april', 'launch')).toHaveLength(1)
  expect(await check('april', launchAt + 60_000)).toEqual([])
})
