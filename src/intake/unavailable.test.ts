import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { newTarget } from '../../test/support/databases.ts'
import { doorOf, nothing, openDoor, type Door } from '../../test/support/open-door.ts'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'

const message = (serial: number) => ({
  name: 'Ada',
  email: `person-${serial}@example.com`,
  message: 'm'.repeat(4000),
})

function sendWithKey(door: Door, serial: number) {
  return door.send(message(serial), { 'idempotency-key': `key-${serial}` })
}

async function expectUnavailable(answer: Response) {
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(await answer.json()).toEqual({
    ok: false,
    error: { code: 'unavailable', message: expect.any(String) },
  })
}

test('a full disk is 503, keeps nothing by halves, and is over when there is room (sqlite)', async () => {
  const door = await openDoor('sqlite')
  await sql`pragma max_page_count = 60`.execute(door.database.db)
  let kept = 0
  let answer = await sendWithKey(door, kept)
  while (answer.status === 200) {
    kept += 1
    answer = await sendWithKey(door, kept)
  }
  await expectUnavailable(answer)
  await expectUnavailable(await sendWithKey(door, kept))
  expect(door.errors).toMatchObject([{ code: 'SQLITE_FULL' }, { code: 'SQLITE_FULL' }])
  const full = await door.rows()
  expect([full.messages.length, full.keys.length]).toEqual([kept, kept])
  await sql`pragma max_page_count = 10000`.execute(door.database.db)
  expect((await sendWithKey(door, kept)).status).toBe(200)
  const after = await door.rows()
  expect([after.messages.length, after.keys.length]).toEqual([kept + 1, kept + 1])
})

test('a database that somebody else has locked is waited for, then 503 (sqlite)', async () => {
  const target = await newTarget('sqlite')
  if (target.kind !== 'sqlite') throw new Error('not SQLite')
  const database = connect(target)
  onTestFinished(() => database.close())
  await migrate(database)
  const door = doorOf(database)
  const other = new SQLite(target.file)
  onTestFinished(() => void other.close())
  other.exec('begin immediate')
  const patient = sendWithKey(door, 1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  other.exec('commit')
  expect((await patient).status).toBe(200)
  other.exec('begin immediate')
  await expectUnavailable(await sendWithKey(door, 2))
  other.exec('commit')
  expect((await door.rows()).messages).toHaveLength(1)
  expect((await sendWithKey(door, 2)).status).toBe(200)
})

test('a database that is away is 503, and served again when it is back (postgres)', async () => {
  const { door, admin, name } = await openPostgresDoor()
  await admin.query(`alter database ${name} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
  await expectUnavailable(await sendWithKey(door, 1))
  const form = await door.sendForm({ email: 'ada@example.com' })
  expect([form.status, form.headers.get('location')]).toEqual([303, '/#newsletter'])
  await admin.query(`alter database ${name} allow_connections true`)
  expect(await door.rows()).toEqual(nothing)
  expect((await sendWithKey(door, 1)).status).toBe(200)
  expect((await door.rows()).messages).toHaveLength(1)
})

test('a server that ends the connection within a transaction is 503 and leaves us standing (postgres)', async () => {
  const { door, admin, name } = await openPostgresDoor()
  const blocker = new pg.Client({ connectionString: `${inject('postgresUrl')}/${name}` })
  await blocker.connect()
  onTestFinished(() => blocker.end())
  await blocker.query('begin')
  await blocker.query('lock table messages in access exclusive mode')
  const answer = sendWithKey(door, 1)
  const waiting = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = $1 and wait_event_type = 'Lock'`
  await expect.poll(async () => (await admin.query(waiting, [name])).rowCount).toBe(1)
  await expectUnavailable(await answer)
  await blocker.query('rollback')
  expect(await door.rows()).toEqual(nothing)
  expect((await sendWithKey(door, 1)).status).toBe(200)
})

async function openPostgresDoor() {
  const door = await openDoor('postgres')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    door.database.db,
  )
  const admin = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
  await admin.connect()
  onTestFinished(() => admin.end())
  return { door, admin, name: rows[0]!.name }
}
