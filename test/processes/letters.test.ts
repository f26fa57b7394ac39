import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { site } from '#content/content.ts'
import { admin } from '../support/admin.ts'
import { dialects } from '../support/databases.ts'
import { prepareLetterSite, readStatus, send } from '../support/letter-site.ts'
import { eventually } from '../support/outbox.ts'
import { hangUp, recipients } from '../support/smtp.ts'

for (const dialect of dialects) {
  test(`letters send sends a letter once, and status counts mail in doubt (${dialect})`, async () => {
    const { inbox, env, db, serve } = await prepareLetterSite(dialect, 6)
    inbox.replies.dot = (to) => (to.startsWith('person3@') ? hangUp : undefined)
    expect((await admin(env, send)).code).toBe(0)
    expect(await readStatus(env)).toMatchObject({ queued: 6, audience: 6, state: 'going out' })
    serve()
    await eventually(async () => expect((await readStatus(env)).state).toBe('finished'))
    expect(await readStatus(env)).toMatchObject({ sent: 5, in_doubt: 1, failed: 0, audience: 6 })
    const { stderr } = await admin(env, ['letters', 'status', 'launch'])
    expect(stderr).toContain('may or may not have arrived')

    const again = await admin(env, send)
    expect(again).toMatchObject({ code: 0 })
    expect(again.stdout).toContain('A letter is sent only once: nothing was sent.')
    expect(again.stderr).not.toContain('It has changed since')
    await db.updateTable('letters').set({ texts: '{"en":{}}' }).execute()
    expect((await admin(env, send)).stderr).toContain('It has changed since')
    const stopped = await admin(env, ['letters', 'stop', 'launch'])
    expect(stopped.stderr).toBe('Nothing to stop: launch has already been sent.\n')
    expect(recipients(inbox)).toHaveLength(5)
  })
}

test('a letter contains the company data, why it was sent, and the unsubscribe headers', async () => {
  const { inbox, env, serve } = await prepareLetterSite('sqlite', 1)
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
    expect(part).toContain('Why am I getting this?')
    expect(part).toContain('confirmed it on 1 March 2026')
    expect(part).not.toMatch(/unsubscribe_url|confirmed_on/)
  }
  const file = join(env.DATA_DIR, 'letter.html')
  expect((await admin(env, ['letters', 'show', 'launch', '--html', file])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('Why am I getting this?')
  const shown = await admin(env, ['letters', 'show', 'launch'])
  expect(shown.stdout).toMatch(/^Subject: [^]*Why am I getting this\?/)
  await eventually(async () => {
    const held = await admin(env, ['data', 'show', 'person0@example.com'])
    expect(held.stdout).toMatch(/letter: +launch\n +status: +sent/)
  })
})

test('letters send run twice at the same time sends one letter', async () => {
  const { env, db } = await prepareLetterSite('postgres', 20)
  const both = await Promise.all([admin(env, send), admin(env, send)])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.filter(({ stdout }) => stdout.includes('Queued for 20'))).toHaveLength(1)
  expect(await db.selectFrom('outbox').selectAll().execute()).toHaveLength(20)
})

test.each(dialects)(
  'letters send --at schedules a letter, and letters stop cancels it (%s)',
  async (dialect) => {
    const { inbox, env, db, serve } = await prepareLetterSite(dialect, 5)
    const at = new Date(Date.now() + 3_600_000).toISOString()
    expect((await admin(env, [...send, '--at', at])).code).toBe(0)
    expect(await readStatus(env)).toMatchObject({ state: 'scheduled', queued: 5 })
    serve()
    await sleep(500)
    expect((await admin(env, ['letters', 'stop', 'launch'])).stderr).toContain('--yes')
    const stopped = await admin(env, ['letters', 'stop', 'launch', '--yes'])
    expect(stopped.stdout).toBe('Stopped. 5 people will not get it.\n')
    expect(await readStatus(env)).toMatchObject({ state: 'stopped', queued: 0, skipped: 5 })
    expect(inbox.received).toEqual([])
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
