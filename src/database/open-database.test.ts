import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { newTarget } from '../../test/support/databases.ts'
import { UserError } from '#user-error.ts'
import { connect } from './connect.ts'
import { explainDatabaseError, openDatabase } from './open-database.ts'

test('a PostgreSQL that hangs up, lacks the database or denies permission gets a one-line error', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const hangsUp = openDatabase({ kind: 'postgres', url: `postgres://127.0.0.1:${port}/site` })
  await expect(hangsUp).rejects.toThrow(UserError)

  const target = await newTarget('postgres')
  const missing = openDatabase({ kind: 'postgres', url: `${target.url}_none` })
  await expect(missing).rejects.toThrow(/does not exist\. Check DATABASE_URL/)
  const guest = `guest_${randomUUID().replaceAll('-', '')}`
  await using database = connect(target)
  await sql.raw(`create role ${guest} login password 'guest'`).execute(database.db)
  const url = Object.assign(new URL(target.url), { username: guest, password: 'guest' })
  const refused = openDatabase({ kind: 'postgres', url: url.href })
  await expect(refused).rejects.toThrow(UserError)
  await expect(refused).rejects.toThrow('permission denied')
})

test('a SQLite file of another program is refused and left as it is', async () => {
  const target = await newTarget('sqlite')
  new SQLite(target.file).exec('create table invoices (id integer)').close()
  const before = readFileSync(target.file)
  await expect(openDatabase(target)).rejects.toThrow('belongs to another program')
  expect(readFileSync(target.file).equals(before)).toBe(true)
})

test.each([
  ['SQLITE_FULL', 'Free some disk space'],
  ['SQLITE_IOERR_WRITE', 'Free some disk space'],
  ['SQLITE_READONLY_DIRECTORY', 'Give this user write access'],
])('%s gets a one-line error that says what to do', (code, advice) => {
  const failed = Object.assign(new Error('it failed'), { code })
  expect(String(explainDatabaseError({ kind: 'sqlite', file: 'site.db' }, failed))).toContain(
    advice,
  )
})

test.each(['EAI_AGAIN', 'ENOTFOUND', 'ECONNREFUSED'])(
  'a PostgreSQL that fails with %s is described in one sentence',
  (code) => {
    const target = { kind: 'postgres', url: 'postgres://user:hunter2@database/site' } as const
    const failed = Object.assign(new Error(`getaddrinfo ${code} database`), { code })
    expect(explainDatabaseError(target, failed)).toMatchObject({
      message: `The PostgreSQL database database/site cannot be used: getaddrinfo ${code} database. Check DATABASE_URL and its user's rights.`,
    })
  },
)
