import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import { admin, newAdminEnv } from './admin.ts'
import type { DialectName } from './databases.ts'
import { openMailServer } from './mail-server.ts'
import { seedSubscribers } from './seed-subscribers.ts'
import { startTestBackground } from './test-app.ts'

/** A site with subscribers and a mail server, for the owner's commands. */
export async function prepareLetterSite(
  dialect: DialectName,
  people: number,
  more: Record<string, string> = {},
) {
  const mailServer = await openMailServer()
  const { target, env } = await newAdminEnv(dialect, {
    SMTP_URL: mailServer.url,
    MAIL_PER_SECOND: '200',
    PUBLIC_URL: 'https://www.example.com',
    LOG_LEVEL: 'silent',
    ...more,
  })
  const database = await openDatabase(target)
  onTestFinished(() => database.close())
  await seedSubscribers(database.db, people)
  return { mailServer, env, db: database.db, serve: () => startTestBackground(env) }
}

export const send = ['letters', 'send', 'launch', '--yes', '--allow-sample-content']

type Status = Record<string, number> & { state: string }

export async function readStatus(env: Record<string, string>, name = 'launch'): Promise<Status> {
  const { stdout, code } = await admin(env, ['letters', 'status', name, '--json'])
  expect(code).toBe(0)
  return JSON.parse(stdout) as Status
}
