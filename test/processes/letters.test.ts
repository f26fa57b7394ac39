import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { expect, inject, onTestFinished, test } from 'vitest'
import { site } from '#content/content.ts'
import { storedReasons } from '#stored-reasons.ts'
import { admin } from '../support/admin.ts'
import { dialects } from '../support/databases.ts'
import { prepareLetterSite, readStatus, send } from '../support/letter-site.ts'
import { sendAt } from '../support/letters.ts'
import { eventually } from '../support/open-outbox.ts'
import { hangUp, recipients } from '../support/mail-server.ts'

for (const dialect of dialects) {
  test(`letters send sends a letter once, and status counts mail in doubt with the stored reason (${dialect})`, async () => {
    const { mailServer, env, db, serve } = await prepareLetterSite(dialect, 6)
    mailServer.replies.dot = (to) => (to.startsWith('person3@') ? hangUp : undefined)
    expect((await admin(env, send)).code).toBe(0)
    expect(await readStatus(env)).toMatchObject({ queued: 6, audience: 6, state: 'scheduled' })
    serve()
    await eventually(async () => expect((await readStatus(env)).state).toBe('finished'))
    expect(await readStatus(env)).toMatchObject({ sent: 5, in_doubt: 1, failed: 0, audience: 6 })
    const status = async () => (await admin(env, ['letters', 'status', 'launch'])).stderr
    expect(await status()).toMatch(/may or may not have arrived \(1: [^)]*connection/i)
    const last_error = storedReasons.processEnded
    await db.updateTable('outbox').set({ last_error }).where('status', '=', 'in_doubt').execute()
    expect(await status()).toContain(`arrived (1: ${last_error}). `)

    const again = await admin(env, send)
    expect(again).toMatchObject({ code: 0 })
    expect(again.stdout).toContain('A letter is sent only once: nothing was sent.')
    expect(again.stderr).not.toContain('It has changed since')
    await db.updateTable('letters').set({ texts: '{"en":{}}' }).execute()
    expect((await admin(env, send)).stderr).toContain('It has changed since')
    const stopped = await admin(env, ['letters', 'stop', 'launch'])
    expect(stopped.stderr).toBe('Nothing to stop: launch has already been sent.\n')
    expect(recipients(mailServer)).toHaveLength(5)
  })
}

test('a letter contains the company data, why it was sent, and the unsubscribe headers', async () => {
  const { mailServer, env, serve } = await prepareLetterSite('sqlite', 1)
  await admin(env, send)
  serve()
  await eventually(() => expect(mailServer.received).toHaveLength(1))
  const mail = await PostalMime.parse(mailServer.received[0]!.raw)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/www\.example\.com\/unsubscribe\/[\w-]+>$/)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header('list-id')).toMatch(/^<newsletter\..+>$/)
  expect(header('precedence')).toBe('bulk')
  expect(header('feedback-id')).toMatch(/^launch:[^:]{5,15}$/)
  expect(header('auto-submitted')).toBeUndefined()
  expect(header('x-pm-trackopens')).toBe('false')
  for (const part of [mail.html!, mail.text!]) {
    expect(part).toContain(`VAT no. IT${site.company.vatNumber}`)
    expect(part).toContain(header('list-unsubscribe')!.slice(1, -1))
    expect(part).toContain('Commercial communication from')
    expect(part).toContain('confirmed on 1 March 2026')
    expect(part).not.toMatch(/unsubscribe_url|confirmed_on/)
  }
  const file = join(env.DATA_DIR, 'letter.html')
  expect((await admin(env, ['letters', 'show', 'launch', '--html', file])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('Commercial communication from')
  const shown = await admin(env, ['letters', 'show', 'launch'])
  expect(shown.stdout).toMatch(/^Subject: [^]*Commercial communication from/)
  await eventually(async () => {
    const held = await admin(env, ['data', 'show', 'person0@example.com'])
    expect(held.stdout).toMatch(/letter: +launch\n +status: +sent/)
  })
})

test('letters send run twice at the same time sends one letter', async () => {
  const { env, db } = await prepareLetterSite('postgres', 20)
  const both = await Promise.all([admin(env, send), admin(env, send)])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.filter(({ stdout }) => stdout.includes('Stored.'))).toHaveLength(1)
  expect(await db.selectFrom('letters').selectAll().execute()).toHaveLength(1)
})

test.each(dialects)(
  'letters send --at schedules a letter, letters stop cancels it, and it can be sent then (%s)',
  async (dialect) => {
    const { mailServer, env, serve } = await prepareLetterSite(dialect, 5)
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const scheduled = await admin(env, [...send, '--at', at])
    expect(scheduled.stdout).toContain('Scheduled for ')
    expect(await readStatus(env)).toMatchObject({ state: 'scheduled', queued: 5, audience: 5 })
    const status = await admin(env, ['letters', 'status', 'launch'])
    expect(status.stdout).toMatch(/^Scheduled for .*UTC: [^]*\n\nConfirmed now: 5$/m)
    expect(status.stdout).not.toMatch(/^Page: /m)
    expect((await admin(env, send)).stdout).toContain('already scheduled for ')
    expect((await admin(env, ['letters', 'stop', 'launch'])).stderr).toContain('--yes')
    const stopped = await admin(env, ['letters', 'stop', 'launch', '--yes'])
    expect(stopped.stdout).toContain('Cancelled: nobody will get it.')
    expect(await readStatus(env)).toMatchObject({ state: 'stopped', queued: 0, audience: 0 })
    const cancelled = await admin(env, ['letters', 'status', 'launch'])
    expect(cancelled.stdout).toMatch(
      /^It was scheduled for .*UTC and cancelled: nobody got it\.\n$/m,
    )
    expect((await admin(env, send)).stdout).toContain('Stored.')
    serve()
    await eventually(() => expect(recipients(mailServer)).toHaveLength(5))
  },
)

test.each(dialects)(
  'a site that starts after the time of a letter sends it, and status says how late (%s)',
  async (dialect) => {
    const { mailServer, env, db, serve } = await prepareLetterSite(dialect, 2)
    await admin(env, send)
    const due_at = new Date(Date.now() - 180_000).toISOString()
    await db.updateTable('letters').set({ due_at }).execute()
    const status = async () => (await admin(env, ['letters', 'status', 'launch'])).stderr
    expect(await status()).toMatch(
      /^It was due \d min ago\. It will begin once the site is running/,
    )
    serve()
    await eventually(() => expect(recipients(mailServer)).toHaveLength(2))
    expect(await status()).toMatch(/^It began \d min late: /)
    expect((await readStatus(env))['lateSeconds']).toBeGreaterThanOrEqual(180)
  },
)

test('a letter that is due while PostgreSQL refuses connections goes out once it accepts them', async () => {
  const { mailServer, env, db, serve } = await prepareLetterSite('postgres', 3)
  serve()
  await admin(env, [...send, '--at', new Date(Date.now() + 3_600_000).toISOString()])
  const server = new pg.Client(inject('postgresUrl'))
  await server.connect()
  onTestFinished(() => server.end())
  const name = new URL(env.DATABASE_URL).pathname.slice(1)
  await server.query(`alter database ${name} allow_connections false`)
  // The connection of this test is still open.
  await db.updateTable('letters').set({ due_at: new Date().toISOString() }).execute()
  const end = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
  await server.query(end, [name])
  await sleep(2000)
  await server.query(`alter database ${name} allow_connections true`)
  await eventually(() => expect(recipients(mailServer)).toHaveLength(3))
  await eventually(async () => expect((await readStatus(env)).state).toBe('finished'))
  expect(await readStatus(env)).toMatchObject({ sent: 3, audience: 3 })
})

test.each(dialects)(
  'mail of a stopped letter is listed but not sent again (%s)',
  async (dialect) => {
    const { mailServer, env, db } = await prepareLetterSite(dialect, 5)
    await sendAt(db, new Date())
    const stopped = await admin(env, ['letters', 'stop', 'launch', '--yes'])
    expect(stopped.stdout).toBe('Stopped. 5 people will not get it.\n')
    expect(await readStatus(env)).toMatchObject({ state: 'stopped', queued: 0, skipped: 5 })
    expect(mailServer.received).toEqual([])
    const { stdout } = await admin(env, ['mail', 'list', '--letter', 'launch', '--json'])
    const mails = JSON.parse(stdout) as { id: string; to: string }[]
    const people = [0, 1, 2, 3, 4].map((one) => `person${one}@example.com`)
    expect(mails.map(({ to }) => to).toSorted()).toEqual(people)
    for (const [index, status] of (['in_doubt', 'failed'] as const).entries()) {
      const { id } = mails[index + 1]!
      await db.updateTable('outbox').set({ status }).where('id', '=', id).execute()
    }
    const advice = (await admin(env, ['letters', 'status', 'launch'])).stderr
    expect(advice).toContain('In doubt')
    expect(advice).not.toContain('retry')
    for (const again of [
      ['mail', 'retry', '--letter', 'launch'],
      ['mail', 'retry', mails[0]!.id],
    ]) {
      const { code, stderr } = await admin(env, again)
      expect(stderr).toContain('was stopped')
      expect(code).toBe(1)
    }
  },
)
