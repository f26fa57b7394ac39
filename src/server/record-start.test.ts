import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/databases.ts'
import { loadConfig } from '#config.ts'
import { readServerSettings } from '#database/server-settings.ts'
import { recordStart } from './record-start.ts'

const options = { config: loadConfig({}, () => {}), secret: 'a secret of at least 32 characters' }
const now = new Date('2026-03-01T00:00:00.000Z')

test('a starting server records its settings and its launch', async () => {
  const { db } = await openTestDatabase('sqlite')
  await recordStart(db, options, { log: pino({ level: 'silent' }), now })
  const { startedAt, settings } = (await readServerSettings(db))!
  expect(startedAt).toBe(now.toISOString())
  expect(settings).toMatchObject({ PUBLIC_URL: expect.any(String), launched: expect.any(String) })
})

test('a server starts, and logs the error, if its settings cannot be recorded', async () => {
  const { db } = await openTestDatabase('sqlite')
  await sql`create trigger full before insert on server_settings
    begin select raise(abort, 'database or disk is full'); end`.execute(db)
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  expect(await recordStart(db, options, { log, now })).toEqual([])
  expect(lines).toEqual([expect.stringContaining('settings not recorded')])
})
