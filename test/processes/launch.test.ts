import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { exitOf, newAdminEnv, runAdmin, startAdmin } from '../support/admin.ts'
import { dialects, type DialectName } from '../support/databases.ts'
import { openInbox } from '../support/smtp.ts'
import { seedSubscribers } from '../support/subscribers.ts'

const letter = `# We are live

**Today** is the day: [open the tool](https://tool.example.com/?a=1&b=2).

- first
- second

<img src=x onerror=alert(1)>
[no](javascript:alert(1))
`

async function prepareLaunch(
  dialect: DialectName,
  people: number,
  more: Record<string, string> = {},
) {
  const inbox = await openInbox()
  const { target, env } = await newAdminEnv(dialect, {
    SMTP_URL: inbox.url,
    MAIL_PER_SECOND: '200',
    PUBLIC_URL: 'https://www.example.com',
    ...more,
  })
  const database = connect(target)
  await migrate(database)
  await seedSubscribers(database.db, people)
  await database.close()
  const body = join(env.DATA_DIR, 'letter.md')
  writeFileSync(body, letter)
  const send = ['launch', 'send', '--subject', 'We are live', '--body', body]
  return { inbox, env, target, send, goAhead: [...send, '--yes', '--allow-sample-content'] }
}

interface Status {
  queued: number
  sending: number
  sent: number
  failed: number
  in_doubt: number
  skipped: number
  audience: number
  finished: boolean
  notReached: { email: string; state: string }[]
}

async function readStatus(env: Record<string, string>): Promise<Status> {
  const { stdout, code } = await runAdmin(env, ['launch', 'status', '--json'])
  expect(code).toBe(0)
  return JSON.parse(stdout) as Status
}

function sumOf({ queued, sending, sent, failed, in_doubt, skipped }: Status): number {
  return queued + sending + sent + failed + in_doubt + skipped
}

for (const dialect of dialects) {
  test(`a launch killed again and again reaches everyone at most once, and the ledger sums (${dialect})`, async () => {
    const { inbox, env, goAhead } = await prepareLaunch(dialect, 250, { MAIL_PER_SECOND: '80' })
    let status: Status | undefined
    for (let kills = 0; kills < 3; kills++) {
      const before = inbox.received.length
      const child = startAdmin(env, goAhead)
      while (inbox.received.length < before + 10) await sleep(5)
      await sleep(Math.random() * 200)
      child.kill('SIGKILL')
      await exitOf(child)
      status = await readStatus(env)
      expect(sumOf(status)).toBe(status.audience)
      expect(status.audience).toBe(250)
      expect(status.sending).toBe(0)
      // Everything the server took is written down as sent or is in doubt, never queued.
      expect(status.sent + status.in_doubt).toBeGreaterThanOrEqual(inbox.received.length)
    }
    // Two at once, one of them killed: the other finishes the work.
    const victim = startAdmin(env, goAhead)
    const survivor = runAdmin(env, goAhead)
    const before = inbox.received.length
    while (inbox.received.length < Math.min(before + 5, 245)) await sleep(5)
    victim.kill('SIGKILL')
    const end = await survivor
    expect(end.code).toBe(0)
    expect(end.stdout).toContain('finished')

    status = await readStatus(env)
    expect(status).toMatchObject({ queued: 0, sending: 0, failed: 0, skipped: 0, finished: true })
    expect(status.sent + status.in_doubt).toBe(250)
    const recipients = inbox.received.flatMap(({ to }) => to)
    expect(new Set(recipients).size).toBe(recipients.length)
    // Whoever was not written to is named.
    const doubtful = new Set(status.notReached.map(({ email }) => email))
    const missed = Array.from({ length: 250 }, (_, number) => `person${number}@example.com`).filter(
      (email) => !recipients.includes(email),
    )
    expect(missed.filter((email) => !doubtful.has(email))).toEqual([])

    const again = await runAdmin(env, goAhead)
    expect(again).toMatchObject({ code: 0 })
    expect(again.stdout).toContain('The launch is finished. Nothing was sent.')
    expect(inbox.received).toHaveLength(recipients.length)
    const accepted = await runAdmin(env, ['launch', 'resolve', '--accept', '--yes'])
    expect(accepted.code).toBe(0)
    expect(await readStatus(env)).toMatchObject({ sent: 250, in_doubt: 0, notReached: [] })
  })
}

test('Ctrl-C stops cleanly and says how to go on', async () => {
  const { inbox, env, goAhead } = await prepareLaunch('sqlite', 300, { MAIL_PER_SECOND: '100' })
  const child = startAdmin(env, goAhead)
  let stderr = ''
  child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  while (inbox.received.length < 20) await sleep(5)
  // npm, the shell and the terminal each pass it on.
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await exitOf(child)).toBe(1)
  expect(stderr).toContain('Run `launch send` again to go on')
  const status = await readStatus(env)
  expect(status).toMatchObject({ sending: 0, in_doubt: 0, sent: inbox.received.length })
  expect(status.queued).toBe(300 - inbox.received.length)
  // Without words: they are remembered.
  const rest = await runAdmin({ ...env, MAIL_PER_SECOND: '1000' }, [
    'launch',
    'send',
    '--yes',
    '--allow-sample-content',
  ])
  expect(rest.code).toBe(0)
  expect(inbox.received).toHaveLength(300)
})

test('the letter looks like the others, and what could harm in it is only text', async () => {
  const { inbox, env, goAhead } = await prepareLaunch('sqlite', 1)
  expect((await runAdmin(env, goAhead)).code).toBe(0)
  const held = await runAdmin(env, ['data', 'show', 'person0@example.com'])
  expect(held.stdout).toMatch(/Launch letter\n +state: +sent/)
  const mail = await PostalMime.parse(inbox.received[0]!.raw)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  expect(mail.subject).toBe('We are live')
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/www\.example\.com\/unsubscribe\/[\w-]+>$/)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail.html).toContain('href="https://tool.example.com/?a=1&amp;b=2"')
  expect(mail.html).toContain('<strong>Today</strong>')
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(mail.html).not.toMatch(/<img|href="javascript/)
  expect(mail.html!.match(/We are live/g)).toHaveLength(2)
  for (const part of [mail.html!, mail.text!]) {
    expect(part).toContain('VAT IT')
    expect(part).toContain(header('list-unsubscribe')!.slice(1, -1))
    expect(part).not.toContain('unsubscribe.invalid')
  }
  expect(mail.text).toContain('open the tool (https://tool.example.com/?a=1&b=2)')
  expect(mail.text).toContain('- first\n- second')
})

test('nothing is launched by a dry run, a test, a missing yes, sample content or an empty list', async () => {
  const { inbox, env, send, goAhead } = await prepareLaunch('sqlite', 2)
  const dry = await runAdmin(env, [...send, '--dry-run'])
  expect(dry.code).toBe(0)
  expect(dry.stdout).toMatch(/^Audience +2$/m)
  expect(dry.stdout).toContain('open the tool')

  const sample = await runAdmin(env, [...send, '--yes'])
  expect(sample.code).toBe(1)
  expect(sample.stderr).toContain('content/site.ts: company.name')

  const unasked = await runAdmin(env, [...send, '--allow-sample-content'])
  expect(unasked.code).toBe(1)
  expect(unasked.stderr).toContain('--yes')

  const trial = await runAdmin(env, [...goAhead, '--test', 'me@example.com'])
  expect(trial.code).toBe(0)
  expect(inbox.received.flatMap(({ to }) => to)).toEqual(['me@example.com'])
  expect(await readStatus(env)).toMatchObject({ audience: 0, finished: false })

  expect((await runAdmin(env, ['launch', 'send', '--yes'])).code).toBe(2)
  expect((await runAdmin(env, ['launch', 'resolve'])).code).toBe(2)
  const { SMTP_URL: _, ...withoutServer } = env
  expect((await runAdmin(withoutServer, goAhead)).stderr).toContain('SMTP_URL is not set')

  const empty = await prepareLaunch('sqlite', 0)
  const nobody = await runAdmin(empty.env, empty.goAhead)
  expect(nobody.code).toBe(1)
  expect(nobody.stderr).toContain('Nobody has confirmed yet')
  expect(await readStatus(empty.env)).toMatchObject({ audience: 0 })
})

test('a launch that has begun is not mixed with another text', async () => {
  const { inbox, env, goAhead } = await prepareLaunch('sqlite', 2)
  expect((await runAdmin(env, goAhead)).code).toBe(0)
  const other = await runAdmin(env, goAhead.with(goAhead.indexOf('We are live'), 'Another'))
  expect(other.code).toBe(1)
  expect(other.stderr).toContain('there is one launch only')
  expect(inbox.received).toHaveLength(2)
})
