import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { recordServerSettings } from '#database/server-settings.ts'
import { readLetterStatus, scheduleLetter } from '#letters/stored-letters.ts'
import { dialects, type DialectName } from '../../../test/support/databases.ts'
import { letter as rendered, queueDue } from '../../../test/support/letters.ts'
import { now, signIn } from '../../../test/support/open-console.ts'
import { eventually } from '../../../test/support/open-outbox.ts'
import { openMailServer, recipients } from '../../../test/support/mail-server.ts'
import { seedSubscribers } from '../../../test/support/seed-subscribers.ts'
import { timeZone } from './parts.tsx'

/** A console with a letter, its mail server on this machine, and three subscribers. */
async function openLetter(dialect: DialectName, front = 'preview: Today') {
  const mailServer = await openMailServer()
  const lettersDir = mkdtempSync(join(tmpdir(), 'letters-'))
  const write = (text: string) => {
    for (const file of ['launch.md', 'launch.it.md'])
      writeFileSync(join(lettersDir, file), `---\nsubject: We are live\n${front}\n---\n${text}\n`)
  }
  write('Hello')
  const publicUrl = 'http://localhost:3000'
  const console = await signIn(dialect, { smtpUrl: mailServer.url, publicUrl, lettersDir })
  await seedSubscribers(console.db, 3, 'confirmed', new Date(now.getTime() - 60_000))
  const page = async () => (await console.see('letters/launch')).body
  const fields = async () => ({
    audience: '3',
    typed: '3',
    seen: /name="seen" value="(\w+)"/.exec(await page())![1]!,
  })
  const status = () => readLetterStatus(console.db, 'launch')
  return { ...console, lettersDir, mailServer, write, page, fields, status }
}

/** As a browser writes the field, in the zone of this machine. */
const localTime = (time: Date) =>
  Temporal.Instant.from(time.toISOString())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

for (const dialect of dialects) {
  test(`a letter is sent from the console after the number of recipients was typed (${dialect})`, async () => {
    const { act, fields, page, status, db } = await openLetter(dialect)
    const given = { ...(await fields()), when: 'now' }
    expect(await act('letters/launch/send', { ...given, typed: '2' })).toContain(
      'Type the number of people who have confirmed, 3.',
    )
    const { when: _, ...withoutTime } = given
    expect(await act('letters/launch/send', withoutTime)).toContain('Choose when to send it.')
    const unused = { ...given, time: localTime(new Date(now.getTime() + 3_600_000)) }
    expect(await act('letters/launch/send', unused)).toContain('selected another option')
    expect(await status()).toBeUndefined()
    expect(await act('letters/launch/send', given)).toBe('Stored.')
    expect(await status()).toMatchObject({ state: 'scheduled', due_at: now.toISOString() })
    const again = 'launch is going out. Sending it again changed nothing.'
    expect(await act('letters/launch/send', given)).toBe(again)
    await queueDue(db, now)
    expect(await act('letters/launch/send', given)).toBe(again)
    expect(await page()).toContain('>going out</span>')
    expect(await act('letters/launch/stop')).toBe('Stopped. 3 people will not get it.')
    expect(await act('letters/launch/stop')).toContain('Nothing to stop')
    expect(await status()).toMatchObject({ state: 'stopped', skipped: 3 })
  })

  test(`a letter is scheduled and cancelled from the console, in the zone of this machine (${dialect})`, async () => {
    const { act, fields, page, status } = await openLetter(dialect)
    const at = new Date(now.getTime() + 3_600_000)
    const given = { ...(await fields()), when: 'time', time: localTime(at) }
    const past = { ...given, time: localTime(new Date(now.getTime() - 60_000)) }
    expect(await act('letters/launch/send', past)).toContain('has passed')
    expect(await act('letters/launch/send', { ...given, time: '' })).toContain('Give a time')
    expect(await act('letters/launch/send', given)).toBe('Scheduled.')
    expect(await status()).toMatchObject({ state: 'scheduled', due_at: at.toISOString() })
    expect(await page()).toContain('Confirmed now: 3.')
    expect(await act('letters/launch/cancel')).toContain('Cancelled: nobody will get it.')
    expect(await page()).toContain('and cancelled: nobody got it.')
    expect(await page()).toContain('<strong>3 people</strong> have confirmed')
  })

  test(`a letter that began to go out after its page was opened is not cancelled halfway (${dialect})`, async () => {
    const { act, fields, page, status, db } = await openLetter(dialect)
    const at = new Date(now.getTime() + 3_600_000)
    await act('letters/launch/send', { ...(await fields()), when: 'time', time: localTime(at) })
    const [, button] = /action="([^"]*)"[^>]*><button[^>]*>Cancel it</.exec(await page())!
    await queueDue(db, at)
    expect(await act(button!)).toBe('It is going out already.')
    expect(await status()).toMatchObject({ state: 'started', queued: 3, skipped: 0 })
    await act('letters/launch/stop')
    expect(await act(button!)).toBe('Nothing to stop: launch has already been stopped.')
  })
}

test('the time of a letter is chosen and confirmed with its zone', async () => {
  const { fields, page, see } = await openLetter('sqlite')
  expect(await page()).toContain(`<small>In the time zone ${timeZone}.</small>`)
  const at = new Date(now.getTime() + 3_600_000)
  const { seen } = await fields()
  const query = new URLSearchParams({ when: 'time', time: localTime(at), seen })
  const { body } = await see(`letters/launch/send?${query}`)
  const parts = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' }).formatToParts(at)
  const zone = parts.find(({ type }) => type === 'timeZoneName')!.value
  const time = localTime(at).slice(-5)
  expect(body).toContain(`, ${time} ${zone}</strong>`)
  expect(body).toContain(`, ${time} ${zone} you can still cancel it.`)
})

test('the page of a public letter is hidden and shown again from the console', async () => {
  const { act, fields, page, db } = await openLetter('sqlite', 'public: true')
  await act('letters/launch/send', { ...(await fields()), when: 'now' })
  expect(await page()).toContain('href="http://localhost:3000/letters/launch"')
  await queueDue(db, now)
  expect(await page()).toContain('Its page, once it goes out: ')
  expect(await act('letters/launch/hide')).toContain('launch has not gone out yet')
  await db.updateTable('outbox').set({ status: 'sent' }).execute()
  expect(await act('letters/launch/hide')).toContain('The page of launch will be gone')
  expect(await page()).toContain('Its page on the site is hidden.')
  expect(await act('letters/launch/hide')).toBe('launch has no page on the site.')
  expect(await act('letters/launch/show')).toContain('on the site again')
  expect(await act('letters/nothing/hide')).toContain(
    'No letter named nothing has been sent or scheduled',
  )
})

test('a preview in the console has its pictures inside, and a broken one is named', async () => {
  const { see, write, page, lettersDir } = await openLetter('sqlite')
  const file = join(lettersDir, 'screen.png')
  await sharp({ create: { width: 600, height: 300, channels: 3, background: '#0f2b23' } })
    .png()
    .toFile(file)
  write('![A screen](screen.png)')
  const { body, headers } = await see('letters/launch/html?language=en')
  expect(body).toContain('<img src="data:image/png;base64,')
  expect(headers['content-security-policy']).toContain('img-src data:;')
  writeFileSync(file, 'no picture')
  expect(await page()).toContain('screen.png can&#x27;t be read as a picture')
})

test('the console says that a letter is scheduled for the minute of another one', async () => {
  const { act, fields, db } = await openLetter('sqlite')
  const at = new Date(now.getTime() + 3_600_000)
  const april = { ...rendered, name: 'april' }
  await scheduleLetter(db, april, { dueAt: at, now })
  const given = { ...(await fields()), when: 'time', time: localTime(at) }
  expect(await act('letters/launch/send', given)).toMatch(
    /^Scheduled\.\nTime: april is scheduled for the same minute: everyone gets both$/,
  )
})

test('a letter whose email mail programs would cut off is not sent, and its check says so', async () => {
  const { act, fields, page, write, status } = await openLetter('sqlite')
  expect(await page()).toMatch(/<li class="fine"><div><strong>Text<\/strong> English \d+ kB/)
  write('- [x](https://a.eu/1)\n'.repeat(1000))
  expect(await page()).toMatch(
    /<li class="wrong">[^]{0,60}<div><strong>Text<\/strong> English 1\d\d kB/,
  )
  const given = { ...(await fields()), when: 'now' }
  expect(await act('letters/launch/send', given)).toMatch(
    /^The English email has 1\d\d kB, over 90/,
  )
  expect(await status()).toBeUndefined()
})

test('a letter whose file has changed since the page was opened is not sent', async () => {
  const { act, fields, write, status } = await openLetter('sqlite')
  const given = { ...(await fields()), when: 'now' }
  write('Hello again')
  expect(await act('letters/launch/send', given)).toContain(
    'has changed since you opened this page',
  )
  expect(await status()).toBeUndefined()
})

test('after a scheduled letter was cancelled, its page shows and tests the file as it is now', async () => {
  const { act, fields, write, page, see, mailServer } = await openLetter('sqlite')
  const time = localTime(new Date(now.getTime() + 3_600_000))
  await act('letters/launch/send', { ...(await fields()), when: 'time', time })
  await act('letters/launch/cancel')
  write('The corrected text')
  expect((await see('letters/launch/html?language=en')).body).toContain('The corrected text')
  await act('letters/launch/test', { to: 'me@example.com' })
  expect(mailServer.received.every(({ raw }) => raw.includes('The corrected text'))).toBe(true)
  write('![](missing.png)')
  expect(await page()).toContain('missing.png')
  expect(await act('letters/launch/test', { to: 'me@example.com' })).toContain('missing.png')
})

test('the console refuses a letter for the reasons of letters send, and shows them', async () => {
  const { act, page, fields, db, status } = await openLetter('sqlite')
  const paused = { cause: 'owner', reason: 'a test', paused_at: now.toISOString(), times: 1 }
  await db
    .insertInto('mail_pauses')
    .values({ ...paused, until: null })
    .execute()
  await eventually(async () => expect(await page()).toContain('all mail is paused: a test'))
  const given = { ...(await fields()), when: 'now' }
  expect(await act('letters/launch/send', given)).toMatch(/^Mail: all mail is paused: a test/)
  expect(await act('letters/welcome/send', given)).toContain('is sent automatically')
  expect(await act('letters/lanch/send', given)).toContain('There is no letter named lanch')
  expect(await status()).toBeUndefined()
})

test('a console whose release has another launch than the running site binds no letter to it', async () => {
  const { act, fields, db, status } = await openLetter('sqlite')
  const settings = { PUBLIC_URL: 'http://localhost:3000', MAIL_FROM: 'Us <us@spunta.example>' }
  await recordServerSettings(db, { ...settings, launched: '2999-01-01T09:00:00+01:00' }, now)
  const given = { ...(await fields()), when: 'launch' }
  expect(await act('letters/launch/send', given)).toMatch(
    /^Running site: uses launched 2999-01-01T09:00:00\+01:00, not .*\nNothing was sent\.$/,
  )
  expect(await status()).toBeUndefined()
  expect(await act('letters/launch/send', { ...given, when: 'now' })).toBe('Stored.')
})

test('a test of a letter goes to the address that was typed', async () => {
  const { act, mailServer } = await openLetter('sqlite')
  expect(await act('letters/launch/test', { to: 'me@example.com' })).toContain('Sent to me@')
  expect(new Set(recipients(mailServer))).toEqual(new Set(['me@example.com']))
  expect(await act('letters/launch/test', { to: 'nobody' })).toBe('Give an email address.')
})

test('a test of a letter that has changed since its page was opened is not sent', async () => {
  const { act, fields, write, mailServer } = await openLetter('sqlite')
  const { seen } = await fields()
  write('Hello again')
  expect(await act('letters/launch/test', { to: 'me@example.com', seen })).toContain(
    'has changed since you opened this page',
  )
  expect(mailServer.received).toEqual([])
})
