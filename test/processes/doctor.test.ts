import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import { admin, newAdminEnv } from '../support/admin.ts'
import { sampleFields, site } from '#content/content.ts'
import { dialects } from '../support/databases.ts'
import { openMailServer } from '../support/mail-server.ts'

test.each(dialects)(
  'doctor reports database, mail server, content and backup with their levels (%s)',
  async (dialect) => {
    const auth = (password: string) => (password === 'secret' ? '235 welcome' : undefined)
    const mailServer = await openMailServer({ auth })
    const { target, env } = await newAdminEnv(dialect, { SMTP_URL: mailServer.url })
    const beforeMigration = await admin(env, ['doctor', '--json'])
    expect(findingOf(beforeMigration.stdout, 'Database')).toBe(
      dialect === 'sqlite' ? 'warning' : 'failure',
    )
    await (await openDatabase(target)).close()
    const migrated = await admin(env, ['doctor', '--json'])
    expect(migrated.code).toBe(1)
    expect(findingOf(migrated.stdout, 'PUBLIC_URL')).toBe('failure')
    expect(findingOf(migrated.stdout, 'Data folder')).toBe('ok')
    expect(findingOf(migrated.stdout, 'Failure notices')).toBe(
      site.showFailureNotice ? undefined : 'note',
    )
    expect(findingOf(migrated.stdout, 'Database')).toBe('ok')
    expect(findingOf(migrated.stdout, 'Mail server')).toBe('ok')
    expect(findingOf(migrated.stdout, 'Content')).toBe(sampleFields.length > 0 ? 'failure' : 'ok')
    expect(findingOf(migrated.stdout, 'Backup')).toBe('warning')
    await admin(env, ['backup', join(env.DATA_DIR, 'b.db')])
    expect(statSync(join(env.DATA_DIR, 'b.db')).size).toBeGreaterThan(0)
    const wrongPassword = await admin(
      { ...env, SMTP_URL: mailServer.url.replace('secret', 'wrong') },
      ['doctor', '--json'],
    )
    expect(wrongPassword.code).toBe(1)
    expect(findingOf(wrongPassword.stdout, 'Mail server')).toBe('failure')
    expect(findingOf(wrongPassword.stdout, 'Backup')).toBe('ok')
    const open = await openMailServer()
    const needlessLogin = { ...env, SMTP_URL: open.url.replace('://', '://owner:secret@') }
    const noLogin = await admin(needlessLogin, ['doctor', '--json'])
    expect(findingOf(noLogin.stdout, 'Mail server')).toBe('failure')
  },
)

test('doctor reports a read-only database as a failure', async () => {
  const { target, env } = await newAdminEnv('postgres')
  await (await openDatabase(target)).close()
  const DATABASE_URL = `${env.DATABASE_URL}?options=-c%20default_transaction_read_only=on`
  const { stdout } = await admin({ ...env, DATABASE_URL }, ['doctor', '--json'])
  expect(findingOf(stdout, 'Database')).toBe('failure')
})

test('doctor --url accepts the URL of any page', async () => {
  const server = createServer(({ headers, url }, response) =>
    response.end(`<link rel="canonical" href="http://${headers.host}${url}"/>`),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/about?ref=x`
  const { env } = await newAdminEnv('sqlite')
  const { stdout } = await admin(env, ['doctor', '--url', address, '--json'])
  expect(findingOf(stdout, 'Links')).toBe('ok')
})

function findingOf(json: string, subject: string): string | undefined {
  const findings = JSON.parse(json) as { subject: string; level: string }[]
  return findings.find((finding) => finding.subject === subject)?.level
}
