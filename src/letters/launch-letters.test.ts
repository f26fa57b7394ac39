import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { letter, queueDue } from '../../test/support/letters.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { followLaunch } from './launch-letters.ts'
import { readLetterStatus, scheduleLetter } from './stored-letters.ts'

const now = new Date('2027-01-01T10:00:00.000Z')
const url = 'https://tool.example.com/'
const at = '2027-01-15T09:00:00+01:00'
const postponed = '2027-02-01T09:00:00+01:00'
const after = (time: string, ms = 0) => new Date(Date.parse(time) + ms)

for (const dialect of dialects) {
  const prepare = async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3)
    await scheduleLetter(db, letter, { dueAt: 'launch', now })
    await scheduleLetter(db, { ...letter, name: 'april' }, { dueAt: after(at, -1000), now })
    const stateAt = async (time: Date) => {
      await queueDue(db, time)
      return (await readLetterStatus(db, 'launch'))!.state
    }
    return { db, stateAt }
  }

  test(`a letter bound to the launch follows a launch that is postponed, taken back and set again (${dialect})`, async () => {
    const { db, stateAt } = await prepare()
    expect(await followLaunch(db, now, { launched: { url, at } })).toEqual([
      'launch goes out at the launch, 15 January 2027 at 08:00:00 UTC',
    ])
    expect(await stateAt(after(at, -1))).toBe('scheduled')
    expect(await followLaunch(db, now, { launched: { url, at: postponed } })).toEqual([
      'launch goes out at the launch, 1 February 2027 at 08:00:00 UTC',
    ])
    expect(await stateAt(after(at, 86_400_000))).toBe('scheduled')
    expect(await readLetterStatus(db, 'april')).toMatchObject({ state: 'started' })
    const held = ['launch is held until content/site.ts has a launch']
    expect(await followLaunch(db, after(at), { launched: false })).toEqual(held)
    expect(await stateAt(after(postponed, 86_400_000))).toBe('held')
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ audience: 3, queued: 3 })

    await followLaunch(db, after(at), { launched: { url, at: postponed } })
    expect(await stateAt(after(postponed, -1))).toBe('scheduled')
    expect(await stateAt(after(postponed))).toBe('started')
    expect(await followLaunch(db, after(postponed, 1), { launched: false })).toEqual([])
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ state: 'started', queued: 3 })
  })

  test.each([
    ['without a time', { url }],
    ['at a time that has passed', { url, at: '2027-01-02T09:00:00+01:00' }],
  ])(
    `a letter bound to the launch goes to everyone who is confirmed when a site starts that is launched %s (${dialect})`,
    async (_, launched) => {
      const { db, stateAt } = await prepare()
      await followLaunch(db, now, { launched: { url, at } })
      const started = after(at, -86_400_000)
      const late = { confirmed_at: after(at, -86_400_001).toISOString() }
      await db.updateTable('subscribers').set(late).execute()
      const line = ['launch goes out now: the site is launched']
      expect(await followLaunch(db, started, { launched })).toEqual(line)
      expect(await stateAt(started)).toBe('started')
      expect(await readLetterStatus(db, 'launch')).toMatchObject({ audience: 3 })
    },
  )

  test(`a letter whose launch came while no site was running goes to those who were confirmed then (${dialect})`, async () => {
    const { db, stateAt } = await prepare()
    await followLaunch(db, now, { launched: { url, at } })
    const late = { confirmed_at: after(at, 1).toISOString() }
    await db
      .updateTable('subscribers')
      .set(late)
      .where('email', '=', 'person0@example.com')
      .execute()
    await followLaunch(db, after(at, 3_600_000), { launched: { url, at } })
    expect(await stateAt(after(at, 3_600_000))).toBe('started')
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ audience: 2 })
  })
}
