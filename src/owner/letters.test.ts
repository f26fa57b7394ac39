import { expect, test } from 'vitest'
import { scheduleLetter } from '#newsletter/letter-sending.ts'
import { openTestDatabase } from '../../test/support/databases.ts'
import { letter } from '../../test/support/letters.ts'
import { checkTime } from './letters.ts'

const now = new Date('2027-01-01T10:00:00.000Z')
const launchAt = Date.parse('2027-01-15T09:00:00+01:00')

test('a second letter for the same minute, or a launch letter for another time than the launch, gets a warning', async () => {
  const { db } = await openTestDatabase('sqlite')
  const check = async (name: string, at: number) => {
    const findings = await checkTime(db, name, new Date(at), launchAt)
    return findings.map(({ level, message }) => `${level}: ${message}`)
  }
  expect(await check('launch', launchAt)).toEqual([])
  expect(await check('launch', launchAt + 1000)).toEqual([
    'warning: the site launches at another time: 2027-01-15 08:00 UTC',
  ])
  await scheduleLetter(db, letter, { dueAt: new Date(launchAt), now })
  expect(await check('april', launchAt + 59_000)).toEqual([
    'warning: launch is scheduled for the same minute: everyone gets both',
  ])
  expect(await check('april', launchAt + 60_000)).toEqual([])
})
