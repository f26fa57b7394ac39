import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dialects, type DialectName } from '../../test/support/databases.ts'
import { openDoor, seen, type Door } from '../../test/support/open-door.ts'
import { gather } from './gather.ts'

const bounds = { mostPerBatch: 4, mostBatches: 1 }
const people = Array.from({ length: 150 }, (_, index) => `person-${index}@example.com`)

const statusesOf = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

/** The database refuses whatever is about this address. */
async function refuseAddress({ database: { db } }: Door, dialect: DialectName, key: string) {
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

test('what arrives together is handed on together, in order and within the bound', async () => {
  const batches: number[][] = []
  const receive = gather(async (batch: number[]) => {
    batches.push(batch)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return batch.map((item) => item * 2)
  }, bounds)
  const results = await Promise.all(Array.from({ length: 10 }, (_, index) => receive(index)))
  expect(results).toEqual(Array.from({ length: 10 }, (_, index) => index * 2))
  expect(batches).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9],
  ])
})

test('a batch that fails as a whole fails for each, and the next one is taken', async () => {
  let isBroken = true
  const receive = gather(async (batch: string[]) => {
    if (isBroken) throw new Error('broken')
    return batch
  }, bounds)
  const failed = await Promise.allSettled([receive('a'), receive('b')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await receive('c')).toBe('c')
})

describe.each(dialects)('submissions at once (%s)', (dialect) => {
  test('are all kept, each with its consent and its mail', async () => {
    const door = await openDoor(dialect)
    const { db } = door.database
    expect(await statusesOf(people.map((email) => door.send({ email })))).toEqual(
      people.map(() => 200),
    )
    const { subscribers } = await door.rows()
    expect(subscribers.map(({ email }) => email)).toEqual(people.toSorted())
    const consents = await db.selectFrom('consents').selectAll().execute()
    const mails = await db.selectFrom('outbox').selectAll().execute()
    expect(consents).toHaveLength(people.length)
    expect(mails.map(({ about_id }) => about_id).toSorted()).toEqual(
      consents.map(({ id }) => id).toSorted(),
    )
  })

  test('one whose write fails fails alone', async () => {
    const door = await openDoor(dialect)
    await refuseAddress(door, dialect, people[7]!)
    const some = people.slice(0, 20)
    expect(await statusesOf(some.map((email) => door.send({ email })))).toEqual(
      some.map((email) => (email === people[7] ? 503 : 200)),
    )
    expect((await door.rows()).subscribers).toHaveLength(19)
    expect(door.errors).toHaveLength(1)
  })

  test('of one address are one subscriber, with as many mails as a day allows', async () => {
    const door = await openDoor(dialect)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => door.send({ email: 'ada@example.com' })),
    )
    const bytes = await Promise.all(answers.map(seen))
    for (const answer of bytes) expect(answer).toEqual(bytes[0])
    expect((await door.rows()).subscribers).toHaveLength(1)
    expect(await door.database.db.selectFrom('outbox').selectAll().execute()).toHaveLength(3)
  })

  test('with one key are one row, and another body under it is refused', async () => {
    const door = await openDoor(dialect)
    const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
    const key = { 'idempotency-key': 'the-same' }
    const answers = [
      door.send(message, key),
      door.send(message, key),
      door.send({ ...message, message: 'Other' }, key),
      door.send(message, key),
    ]
    expect(await statusesOf(answers)).toEqual([200, 200, 422, 200])
    expect((await door.rows()).messages).toHaveLength(1)
  })

  test('of one client are kept up to the limit, wrong ones counted', async () => {
    const door = await openDoor(dialect, { submissionsPerMinute: 3 })
    const answers = ['a@example.com', 'nonsense', 'b@example.com', 'c@example.com'].map((email) =>
      door.send({ email }),
    )
    expect(await statusesOf(answers)).toEqual([200, 422, 200, 429])
    expect((await door.rows()).subscribers).toHaveLength(2)
  })
})
