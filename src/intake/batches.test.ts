import { Kysely, PostgresDialect, sql, type LogEvent } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { dialects, openTestDatabase, type DialectName } from '../../test/support/databases.ts'
import { consent, openTestApp, seen, type TestApp } from '../../test/support/test-app.ts'
import type { Db, Schema } from '#database/schema.ts'
import { createBatcher } from './create-batcher.ts'
import { receiveSubmissions, type Arrival } from './receive-submissions.ts'
import { checkSubmission } from './submission-rules.ts'

const bounds = { mostPerBatch: 4, mostBatches: 1, mostWaiting: 100 }
const people = Array.from({ length: 150 }, (_, index) => `person-${index}@example.com`)

const statusesOf = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

/** The database refuses whatever is about this address. */
async function refuseAddress({ db }: TestApp, dialect: DialectName, key: string) {
  if (dialect === 'postgres') {
    await sql
      .raw(`alter table subscribers add constraint refused check (email_key <> '${key}')`)
      .execute(db)
  } else {
    await sql
      .raw(
        `create trigger refused before insert on subscribers when new.email_key = '${key}'
        begin select raise(abort, 'refused'); end`,
      )
      .execute(db)
  }
}

/** So that two batches meet on the way, also where each would have the machine to itself for a while. */
async function writeSlowly(db: Db, ...tables: string[]) {
  await sql`create function slowly() returns trigger language plpgsql
    as 'begin perform pg_sleep(0.005); return new; end'`.execute(db)
  for (const table of tables) {
    await sql`create trigger slowly before insert on ${sql.table(table)}
      for each row execute function slowly()`.execute(db)
  }
}

test.each([1, 2])(
  'what arrives together is handed on together, in order and within the bound, by %i',
  async (mostBatches) => {
    const batches: number[][] = []
    const double = async (batch: number[]) => {
      batches.push(batch)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return batch.map((item) => item * 2)
    }
    const receive = createBatcher(double, 0, { ...bounds, mostBatches })
    const results = await Promise.all(Array.from({ length: 10 }, (_, index) => receive(index)))
    expect(results).toEqual(Array.from({ length: 10 }, (_, index) => index * 2))
    expect(batches).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
      [8, 9],
    ])
  },
)

test('a batch that fails as a whole fails for each, and the next one is taken', async () => {
  let isBroken = true
  const echo = async (batch: string[]) => {
    if (isBroken) throw new Error('broken')
    return batch
  }
  const receive = createBatcher(echo, 'full', bounds)
  const failed = await Promise.allSettled([receive('a'), receive('b')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await receive('c')).toBe('c')
})

describe.each(dialects)('submissions at once (%s)', (dialect) => {
  test('are all kept, each with its consent and its mail', async () => {
    const app = await openTestApp(dialect)
    const { db } = app
    expect(await statusesOf(people.map((email) => app.submit({ email })))).toEqual(
      people.map(() => 200),
    )
    const { subscribers } = await app.rows()
    expect(subscribers.map(({ email }) => email)).toEqual(people.toSorted())
    const consents = await db.selectFrom('consents').selectAll().execute()
    const mails = await db.selectFrom('outbox').selectAll().execute()
    expect(consents).toHaveLength(people.length)
    expect(mails.map(({ about_id }) => about_id).toSorted()).toEqual(
      consents.map(({ id }) => id).toSorted(),
    )
  })

  test('one whose write fails fails alone', async () => {
    const app = await openTestApp(dialect)
    await refuseAddress(app, dialect, people[7]!)
    const some = people.slice(0, 20)
    expect(await statusesOf(some.map((email) => app.submit({ email })))).toEqual(
      some.map((email) => (email === people[7] ? 503 : 200)),
    )
    expect((await app.rows()).subscribers).toHaveLength(19)
    expect(app.errors()).toHaveLength(1)
  })

  test('of one address are one subscriber, with as many mails as a day allows', async () => {
    const app = await openTestApp(dialect)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.submit({ email: 'ada@example.com' })),
    )
    const bytes = await Promise.all(answers.map(seen))
    for (const answer of bytes) expect(answer).toEqual(bytes[0])
    expect((await app.rows()).subscribers).toHaveLength(1)
    expect(await app.db.selectFrom('outbox').selectAll().execute()).toHaveLength(3)
  })

  test('with one key are one row, and another body under it is refused', async () => {
    const app = await openTestApp(dialect)
    const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
    const key = { 'idempotency-key': 'the-same' }
    const answers = [
      app.submit(message, key),
      app.submit(message, key),
      app.submit({ ...message, message: 'Other' }, key),
      app.submit(message, key),
    ]
    expect(await statusesOf(answers)).toEqual([200, 200, 422, 200])
    expect((await app.rows()).messages).toHaveLength(1)
  })

  test('of one client are kept up to the limit, wrong ones counted', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 3 })
    const answers = ['a@example.com', 'nonsense', 'b@example.com', 'c@example.com'].map((email) =>
      app.submit({ email }),
    )
    expect(await statusesOf(answers)).toEqual([200, 422, 200, 429])
    expect((await app.rows()).subscribers).toHaveLength(2)
  })
})

test.each([
  ['with a limit', 1000, false],
  ['with a key each', 0, true],
  ['without either', 0, false],
])(
  'batches of the same people in another order, %s, do not lock each other out (postgres)',
  async (_, submissionsPerMinute, hasKeys) => {
    const { target, db: owner } = await openTestDatabase('postgres')
    await writeSlowly(owner, 'rate_limits', 'idempotency_keys', 'subscribers')
    const pool = new pg.Pool({ connectionString: target.url })
    const failures: unknown[] = []
    const log = (event: LogEvent) => {
      if (event.level === 'error') failures.push(event.error)
    }
    await using db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log })
    const options = { consent, submissionsPerMinute, onError() {} }
    for (let round = 0; round < 3; round += 1) {
      const arrivals = people.slice(0, 64).map((person): Arrival => {
        const name = `${round}-${person}`
        const key = hasKeys ? { key_hash: name, body_hash: 'body' } : undefined
        const { submission } = checkSubmission(new Map([['email', name]]))
        return { sender: { client: name, network: `of ${name}` }, submission, key }
      })
      const batches = [arrivals, arrivals.toReversed()]
      await Promise.all(batches.map((batch) => receiveSubmissions(db, batch, options, new Date())))
    }
    expect(failures).toEqual([])
  },
)
