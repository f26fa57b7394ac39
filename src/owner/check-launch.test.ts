import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Site } from '#content/content-rules.ts'
import { followLaunch } from '#letters/launch-letters.ts'
import { scheduleLetter, stopLetter } from '#letters/stored-letters.ts'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { letter } from '../../test/support/letters.ts'
import { checkClock, checkLaunch } from './check-launch.ts'

const now = new Date('2027-01-01T10:00:00.000Z')
const at = '2027-01-15T09:00:00+01:00'
const url = 'https://tool.example.com/'

test.each(dialects)(
  'doctor warns if no letter is scheduled for the launch, or if the launch letter is for another time (%s)',
  async (dialect) => {
    const { db } = await openTestDatabase(dialect)
    const check = (launched: Site['launched'], time = now) =>
      Array.fromAsync(checkLaunch(db, time, { launched }))
    expect(await check(false)).toEqual([])
    expect(await check({ url })).toEqual([])
    expect(await check({ url, at }, new Date(at))).toEqual([])
    const none = '2027-01-15 08:00 UTC, and no letter is scheduled for it'
    expect(await check({ url, at })).toMatchObject([{ level: 'warning', message: none }])
    const january = { ...letter, name: 'january' }
    await scheduleLetter(db, january, { dueAt: new Date('2027-01-08T09:00:00+01:00'), now })
    expect(await check({ url, at })).toMatchObject([{ level: 'warning', message: none }])

    await scheduleLetter(db, letter, { dueAt: new Date(at), now })
    expect(await check({ url, at })).toMatchObject([{ level: 'ok' }])
    // Scheduled for its own time, it doesn't follow the launch. Another letter is no launch letter.
    const february = { ...letter, name: 'february' }
    await scheduleLetter(db, february, { dueAt: new Date('2027-01-15T10:00:00+01:00'), now })
    const [moved] = await check({ url, at: '2027-01-15T10:00:00+01:00' })
    expect(moved).toMatchObject({
      level: 'warning',
      message: '2027-01-15 09:00 UTC, but the letter launch is scheduled for 2027-01-15 08:00 UTC',
    })
    expect(await check(false)).toMatchObject([
      {
        level: 'warning',
        message:
          'not set in content/site.ts, but the letter launch is scheduled for 2027-01-15 08:00 UTC',
      },
    ])
    const launchedAlready = [
      {
        level: 'warning',
        message: 'launched already, but the letter launch is scheduled for 2027-01-15 08:00 UTC',
      },
    ]
    expect(await check({ url })).toMatchObject(launchedAlready)
    expect(await check({ url, at: '2026-12-31T09:00:00+01:00' })).toMatchObject(launchedAlready)
    // At the minute itself it waits for the site to begin.
    expect(await check({ url, at }, new Date(at))).toEqual([])
    await stopLetter(db, 'launch', now)
    expect(await check({ url, at })).toMatchObject([{ level: 'warning', message: none }])
  },
)

test.each(dialects)(
  'doctor says when a letter bound to the launch goes out, and warns until the site is restarted after a change (%s)',
  async (dialect) => {
    const { db } = await openTestDatabase(dialect)
    await scheduleLetter(db, letter, { dueAt: 'launch', now })
    const check = async (launched: Site['launched']) => {
      const findings = await Array.fromAsync(checkLaunch(db, now, { launched }))
      return findings.map(({ level, message }) => `${level}: ${message}`)
    }
    const later = '2027-02-01T09:00:00+01:00'
    const restart = (launched: Site['launched']) => followLaunch(db, now, { launched })
    await restart({ url, at })
    expect(await check({ url, at })).toEqual(['ok: 2027-01-15 08:00 UTC, with the letter launch'])
    const sends = 'but the running site sends the letter launch at 2027-01-15 08:00 UTC'
    expect(await check({ url, at: later })).toEqual([`warning: 2027-02-01 08:00 UTC, ${sends}`])
    expect(await check(false)).toEqual([`warning: not set in content/site.ts, ${sends}`])
    expect(await check({ url })).toEqual([`warning: launched already, ${sends}`])
    await restart(false)
    expect(await check(false)).toEqual([
      'ok: not set in content/site.ts: the letter launch is held until it is',
    ])
    const holds = 'but the running site holds the letter launch'
    expect(await check({ url, at })).toEqual([`warning: 2027-01-15 08:00 UTC, ${holds}`])
    await restart({ url })
    expect(await check({ url })).toEqual([])
  },
)

test('doctor warns of a launch with the offset that Italy has in another season', async () => {
  const { db } = await openTestDatabase('sqlite')
  const launched = { url, at: '2027-07-15T09:00:00+01:00' }
  const [first] = await Array.fromAsync(checkLaunch(db, now, { launched }))
  expect(first).toMatchObject({ level: 'warning', subject: 'Launch' })
  expect(first!.message).toContain('is 10:00 in Italy')
})

test.each([
  ['no', ['warning']],
  ['yes', ['ok']],
  ['n/a', []],
])('doctor reports a clock that systemd says is synchronised: %s', async (answer, levels) => {
  const command = join(mkdtempSync(join(tmpdir(), 'clock-')), 'timedatectl')
  writeFileSync(command, `#!/bin/sh\necho ${answer}\n`)
  chmodSync(command, 0o755)
  expect((await Array.fromAsync(checkClock(command))).map(({ level }) => level)).toEqual(levels)
})

test('doctor says nothing about the clock without systemd', async () => {
  expect(await Array.fromAsync(checkClock('/nonexistent'))).toEqual([])
})
