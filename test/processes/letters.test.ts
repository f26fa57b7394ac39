import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import { site } from '#content/content.ts'
import { admin, newAdminEnv } from '../support/admin.ts'
import { dialects, type DialectName } from '../support/databases.ts'
import { eventually } from '../support/outbox.ts'
import { hangUp, openInbox, recipients } from '../support/smtp.ts'
import { seedSubscribers } from '../support/subscribers.ts'
import { startTestBackground } from '../support/test-app.ts'

async function prepare(dialect: DialectName, people: number, more: Record<string, string> = {}) {
  const inbox = await openInbox()
  const { target, env } = await newAdminEnv(dialect, {
    SMTP_URL: inbox.url,
    MAIL_PER_SECOND: '200',
    PUBLIC_URL: 'https://www.example.com',
    LOG_LEVEL: 'silent',
    ...more,
  })
  const database = await openDatabase(target)
  onTestFinished(() => database.close())
  await seedSubscribers(database.db, people)
  return { inbox, env, db: database.db, serve: () => startTestBackground(env) }
}

const send = ['letters', 'send', 'launch', '--yes', '--allow-sample-content']

type Status = Record<string, number> & { state: string }

async function readStatus(env: Record<string, string>): Promise<Status> {
  const { stdout, code } = await admin(env, ['letters', 'status', 'launch', '--json'])
  expect(code).toBe(0)
  return JSON.parse(stdout) as Status
}

for (const dialect of dialects) {
  test(`a letter goes out once, and the owner decides what nobody can know (${dialect})`, async () => {
    const { inbox, env, db, serve } = await prepare(dialect, 6)
    inbox.answers.dot = (to) => (to.startsWith('person3@') ? hangUp : undefined)
    expect((await admin(env, send)).code).toBe(0)
    expect(await readStatus(env)).toMatchObject({ queued: 6, audience: 6, state: 'going out' })
    serve()
    await eventually(async () => expect((await readStatus(env)).state).toBe('finished'))
    expect(await readStatus(env)).toMatchObject({ sent: 5, in_doubt: 1, failed: 0, audience: 6 })

    const again = await admin(env, send)
    expect(again).toMatchObject({ code: 0 })
    expect(again.stdout).toContain('a letter is sent once. Nothing was sent.')
    expect(again.stderr).not.toContain('Its text has changed')
    await db.updateTable('letters').set({ preview: 'Another' }).execute()
    expect((await admin(env, send)).stderr).toContain('Its text has changed')
    const accept = ['letters', 'resolve', 'launch', '--accept']
    expect((await admin(env, accept)).stderr).toContain('--yes')
    expect((await admin(env, [...accept, '--resend', '--yes'])).code).toBe(2)
    expect((await admin(env, [...accept, '--yes'])).code).toBe(0)
    expect(await readStatus(env)).toMatchObject({ sent: 6, in_doubt: 0 })
    expect((await admin(env, accept)).stdout).toBe('Nothing is in doubt.\n')
    const stopped = await admin(env, ['letters', 'stop', 'launch'])
    expect(stopped.stderr).toBe('Nothing of launch is left to take back.\n')
    expect(recipients(inbox)).toHaveLength(5)
  })
}

test('a letter looks like the others, says why it came, and how to leave', async () => {
  const { inbox, env, serve } = await prepare('sqlite', 1)
  await admin(env, send)
  serve()
  await eventually(() => expect(inbox.received).toHaveLength(1))
  const mail = await PostalMime.parse(inbox.received[0]!.raw)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/www\.example\.com\/unsubscribe\/[\w-]+>$/)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header('list-id')).toMatch(/^<newsletter\..+>$/)
  expect(header('precedence')).toBe('bulk')
  expect(header('feedback-id')).toMatch(/^launch:newsletter:/)
  expect(header('auto-submitted')).toBeUndefined()
  expect(header('x-pm-trackopens')).toBe('false')
  for (const part of [mail.html!, mail.text!]) {
    expect(part).toContain(`VAT IT${site.company.vatNumber}`)
    expect(part).toContain(header('list-unsubscribe')!.slice(1, -1))
    expect(part).toContain('Why do I get this?')
    expect(part).toContain('confirmed it on 1 March 2026')
    expect(part).not.toMatch(/unsubscribe\.invalid|0000-confirmed/)
  }
  const file = join(env.DATA_DIR, 'letter.html')
  expect((await admin(env, ['letters', 'show', 'launch', '--html', file])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('Why do I get this?')
  const shown = await admin(env, ['letters', 'show', 'launch'])
  expect(shown.stdout).toMatch(/^Subject: [^]*Why do I get this\?/)
  await eventually(async () => {
    const held = await admin(env, ['data', 'show', 'person0@example.com'])
    expect(held.stdout).toMatch(/letter: +launch\n +status: +sent/)
  })
})

test('nothing goes out by a dry run, a test, a missing yes, sample content or an empty list', async () => {
  const { inbox, env } = await prepare('sqlite', 2)
  const dry = await admin(env, ['letters', 'send', 'launch', '--dry-run'])
  expect(dry.code).toBe(0)
  expect(dry.stdout).toMatch(/^Audience +2$/m)
  expect(dry.stderr.includes('Remember the switch')).toBe(site.launched === false)

  const refuses = async (args: string[], expected: string, given: Record<string, string> = env) => {
    const { code, stderr } = await admin(given, args)
    expect([code, stderr]).toEqual([1, expect.stringContaining(expected)])
  }
  await refuses(['letters', 'send', 'launch', '--yes'], 'content/letters/launch.md')
  await refuses(['letters', 'send', 'launch', '--allow-sample-content'], '--yes')
  await refuses(['letters', 'send', 'lanch', '--yes'], 'There is: launch')

  const trying = ['letters', 'test', 'launch', '--to', 'me@example.com']
  const { SMTP_URL: _, ...withoutServer } = env
  await refuses(trying, 'SMTP_URL is not set', withoutServer)
  inbox.answers.rcpt = '550 5.1.1 unknown'
  await refuses(trying, 'The test was not sent: ')
  delete inbox.answers.rcpt
  const trial = await admin(env, trying)
  expect(trial.code).toBe(0)
  expect(inbox.received.flatMap(({ to }) => to)).toEqual(['me@example.com'])
  expect(inbox.received[0]!.raw).toMatch(/^Subject: \[Test\] /m)

  const unreal = ['2099-02-30T09:00Z', '9999-12-31T23:59-12:00']
  for (const at of ['2099-03-31T09:00', 'tomorrow', '2020-01-01T00:00Z', ...unreal]) {
    expect((await admin(env, [...send, '--at', at])).code).toBe(2)
  }
  await refuses(send, 'SMTP_URL is not set', withoutServer)
  await refuses(send, 'is this machine', { ...env, PUBLIC_URL: 'http://localhost:3000' })
  await refuses(send, 'is not https', { ...env, PUBLIC_URL: 'http://www.example.com' })
  const list = await admin(env, ['letters', 'list', '--json'])
  expect(JSON.parse(list.stdout)).toMatchObject([
    { name: 'launch', state: 'not sent', audience: 0 },
  ])

  const empty = await prepare('sqlite', 0)
  await refuses(send, 'Nobody has confirmed', empty.env)
})

test('two terminals at the same moment send one letter', async () => {
  const { env, db } = await prepare('postgres', 20)
  const both = await Promise.all([admin(env, send), admin(env, send)])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.filter(({ stdout }) => stdout.includes('Queued for 20'))).toHaveLength(1)
  expect(await db.selectFrom('outbox').selectAll().execute()).toHaveLength(20)
})

test.each(dialects)(
  'a letter is stopped by the owner, and scheduled for later (%s)',
  async (dialect) => {
    const { inbox, env, db, serve } = await prepare(dialect, 5)
    const at = new Date(Date.now() + 3_600_000).toISOString()
    expect((await admin(env, [...send, '--at', at])).code).toBe(0)
    expect(await readStatus(env)).toMatchObject({ state: 'scheduled', queued: 5 })
    serve()
    await sleep(500)
    expect((await admin(env, ['letters', 'stop', 'launch'])).stderr).toContain('--yes')
    const stopped = await admin(env, ['letters', 'stop', 'launch', '--yes'])
    expect(stopped.stdout).toBe('Stopped: 5 will not get it.\n')
    expect(await readStatus(env)).toMatchObject({ state: 'stopped', queued: 0, skipped: 5 })
    expect(inbox.received).toEqual([])
    const { stdout } = await admin(env, ['mail', 'list', '--letter', 'launch', '--json'])
    const mails = JSON.parse(stdout) as { id: string; to: string }[]
    const people = [0, 1, 2, 3, 4].map((one) => `person${one}@example.com`)
    expect(mails.map(({ to }) => to).toSorted()).toEqual(people)
    await db.updateTable('letters').set({ in_doubt: 1, failed: 1 }).execute()
    const advice = (await admin(env, ['letters', 'status', 'launch'])).stderr
    expect(advice).toContain('--accept')
    expect(advice).not.toMatch(/--resend|retry/)
    for (const again of [
      ['mail', 'retry', '--letter', 'launch'],
      ['mail', 'retry', mails[0]!.id],
      ['letters', 'resolve', 'launch', '--resend', '--yes'],
    ]) {
      const { code, stderr } = await admin(env, again)
      expect(stderr).toContain('was stopped')
      expect(code).toBe(1)
    }
  },
)
