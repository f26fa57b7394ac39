import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database, type Target } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'

export const dialects = ['sqlite', 'postgres'] as const

export type DialectName = (typeof dialects)[number]

/** An empty database that nobody else uses. */
export async function newTarget(dialect: DialectName): Promise<Target> {
  if (dialect === 'sqlite') {
    return { kind: 'sqlite', file: join(mkdtempSync(join(tmpdir(), 'site-')), 'site.db') }
  }
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: `${server}/postgres` })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return { kind: 'postgres', url: `${server}/${name}` }
}

/** An empty, migrated database, closed when the test ends. */
export async function openTestDatabase(dialect: DialectName): Promise<Database> {
  const database = connect(await newTarget(dialect))
  onTestFinished(() => database.close())
  await migrate(database)
  return database
}

const shared = new Map<DialectName, Promise<Database>>()

/** One for all the tests of a worker that leave nothing behind; it ends with the worker. */
export async function sharedTestDatabase(dialect: DialectName): Promise<Database> {
  const open = async () => {
    const database = connect(await newTarget(dialect))
    await migrate(database)
    return database
  }
  if (!shared.has(dialect)) shared.set(dialect, open())
  return await shared.get(dialect)!
}
