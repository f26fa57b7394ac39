import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { loadConfig } from '#config.ts'
import { site } from '#content/content.ts'
import { recordStart } from '#server/record-start.ts'
import { admin } from '../support/admin.ts'
import { dialects } from '../support/databases.ts'
import { prepareLetterSite, send } from '../support/letter-site.ts'
import { eventually } from '../support/open-outbox.ts'
import { recipients } from '../support/mail-server.ts'
import { startTestBackground } from '../support/test-app.ts'

for (const dialect of dialects) {
  test(`a letter is sent as previewed, even if the server has other settings (${dialect})`, async () => {
    const { mailServer, env } = await prepareLetterSite(dialect, 1, {
      MAIL_FROM: 'Us <us@spunta.test>',
    })
    const { stdout } = await admin(env, send)
    expect(stdout).toContain('From      Us <us@spunta.test>')
    expect(stdout).toContain('https://www.example.com/unsubscribe/')
    const edited = { PUBLIC_URL: 'https://staging.example.com', MAIL_FROM: 'staging@spunta.test' }
    startTestBackground({ ...env, ...edited })
    await eventually(() => expect(mailServer.received).toHaveLength(1))
    const { raw } = mailServer.received[0]!
    expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/www\.example\.com\/unsubscribe\//m)
    expect(raw).toMatch(/^From: Us <us@spunta\.test>\r$/m)
    expect(raw).toContain('at www.example.com')
    expect(raw).not.toContain('staging')
  })

  test(`letters send fails while the running site has other settings (${dialect})`, async () => {
    const { env, db } = await prepareLetterSite(dialect, 1)
    const doctor = async (given: Record<string, string>) => {
      const { stdout } = await admin(given, ['doctor', '--json'])
      const findings = JSON.parse(stdout) as { level: string; subject: string; message: string }[]
      return findings.find(({ subject }) => subject === 'Running site')!
    }
    expect(await doctor(env)).toMatchObject({ level: 'note' })
    const config = loadConfig(env, () => {})
    await recordStart(
      db,
      { config, secret: env.SECRET },
      { log: pino({ level: 'silent' }), now: new Date() },
    )
    expect(await doctor(env)).toMatchObject({ level: 'ok' })
    const slower = await doctor({ ...env, MAIL_PER_SECOND: '7' })
    const rate = 'uses MAIL_PER_SECOND 200, not 7'
    expect(slower).toMatchObject({ level: 'warning', message: rate })
    // Erasures would be kept under a hash that a restore doesn't find.
    const unsigned = await doctor({ ...env, SECRET: 'another secret of at least 32 characters' })
    expect(unsigned.level).toBe('warning')
    expect(unsigned.message).toMatch(/^uses SECRET fingerprint [\w-]{8}, not fingerprint [\w-]{8}$/)
    const edited = { ...env, PUBLIC_URL: 'https://new.example.com' }
    const message = 'uses PUBLIC_URL https://www.example.com, not https://new.example.com'
    expect(await doctor(edited)).toMatchObject({ level: 'failure', message })
    const refused = await admin(edited, send)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Restart the site') })
    expect((await admin(env, send)).code).toBe(0)
  })
}

test('letters send sends nothing with --dry-run, without --yes, with sample content or without subscribers', async () => {
  const { mailServer, env } = await prepareLetterSite('sqlite', 2)
  const dry = await admin(env, [...send, '--dry-run'])
  expect(dry.code).toBe(0)
  expect(dry.stdout).toMatch(/^Audience +2$/m)
  const narrow = await admin({ ...env, COLUMNS: '40' }, [...send, '--dry-run'])
  const quoted = narrow.stdout.split('\n').filter((line) => /^[│|] \S+ /.test(line))
  expect(Math.max(...quoted.map((line) => line.length))).toBeLessThanOrEqual(40)
  // Beside the level of each finding, everything but its first line is indented.
  expect(narrow.stderr).toMatch(/^warning +\S.*\n {10}\S/m)
  expect(dry.stderr.includes('still false')).toBe(site.launched === false)

  const refuses = async (args: string[], expected: string, given: Record<string, string> = env) => {
    const { code, stderr } = await admin(given, args)
    expect([code, stderr]).toEqual([1, expect.stringContaining(expected)])
  }
  const lettersDir = mkdtempSync(join(tmpdir(), 'letters-'))
  for (const file of ['launch.md', 'launch.it.md']) {
    writeFileSync(join(lettersDir, file), '---\nsubject: Hello\nsample: true\n---\nHello\n')
  }
  for (const file of ['long.md', 'long.it.md']) {
    const links = '- [x](https://a.eu/1)\n'.repeat(1000)
    writeFileSync(join(lettersDir, file), `---\nsubject: Hello\n---\n${links}`)
  }
  const long = await admin(env, ['letters', 'send', 'long', '--dry-run'], { lettersDir })
  expect(long).toMatchObject({ code: 1, stderr: expect.stringContaining('would cut it off') })
  for (const option of ['--yes', '--dry-run']) {
    const sample = await admin(env, ['letters', 'send', 'launch', option], { lettersDir })
    expect(sample.code).toBe(1)
    expect(sample.stderr).toContain('content/letters/launch.md')
  }
  const refusedDry = ['letters', 'send', 'launch', '--dry-run']
  await refuses(refusedDry, 'would refuse')
  await refuses(refusedDry, 'PUBLIC_URL: www.example.com')
  await refuses(['letters', 'send', 'launch', '--allow-sample-content'], '--yes')
  await refuses(['letters', 'send', 'lanch', '--yes'], 'Letters found: launch')
  await refuses(['letters', 'send', 'welcome', '--yes'], 'sent automatically to each subscriber')

  const sendTest = ['letters', 'test', 'launch', '--to', 'me@example.com']
  const { SMTP_URL: _, ...withoutServer } = env
  await refuses(sendTest, 'SMTP_URL is not set', withoutServer)
  mailServer.replies.rcpt = '550 5.1.1 unknown'
  await refuses(sendTest, 'The test was not sent: ')
  delete mailServer.replies.rcpt
  const sentTest = await admin(env, sendTest)
  expect(sentTest.code).toBe(0)
  expect(mailServer.received.flatMap(({ to }) => to)).toEqual(
    site.languages.map(() => 'me@example.com'),
  )
  expect(mailServer.received[0]!.raw).toMatch(/^Subject: .*Test/m)

  const impossibleTimes = ['2099-02-30T09:00Z', '9999-12-31T23:59-12:00']
  for (const at of ['2099-03-31T09:00', 'tomorrow', '2020-01-01T00:00Z', ...impossibleTimes]) {
    expect((await admin(env, [...send, '--at', at])).code).toBe(2)
  }
  await refuses(send, 'SMTP_URL is not set', withoutServer)
  await refuses(send, 'is not https', { ...env, PUBLIC_URL: 'http://www.example.com' })
  const list = await admin(env, ['letters', 'list', '--json'])
  expect(JSON.parse(list.stdout)).toContainEqual(
    expect.objectContaining({ name: 'launch', state: 'not sent', audience: 2 }),
  )

  const empty = await prepareLetterSite('sqlite', 0)
  await refuses(send, 'nobody has confirmed', empty.env)
})

test('letters send allows sample content if mail server and links are on this machine', async () => {
  const { mailServer, env, serve } = await prepareLetterSite('sqlite', 2, {
    PUBLIC_URL: 'http://localhost:3000',
  })
  serve()
  const rehearse = ['letters', 'send', 'launch', '--yes']
  const relayed = { ...env, SMTP_URL: 'smtp://mail.spunta.test' }
  expect((await admin(relayed, rehearse)).stderr).toContain('is this machine')
  const { code, stderr } = await admin(env, rehearse)
  expect([code, stderr]).toEqual([0, expect.stringContaining('Rehearsal')])
  await eventually(() => expect(recipients(mailServer)).toHaveLength(2))
})
