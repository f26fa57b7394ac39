import { connect as open } from '#database/connect.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newAdminEnv } from '../support/admin.ts'
import { dialects, type DialectName } from '../support/databases.ts'
import { startTestSite } from '../support/test-site.ts'

/** Environments for servers that share one new database. */
async function sharedDatabase(dialect: DialectName) {
  const { target, env } = await newAdminEnv(dialect)
  const database = open(target)
  onTestFinished(() => database.close())
  const emails = async (table: 'subscribers' | 'messages') => {
    const rows = await database.db.selectFrom(table).select('email').execute()
    return rows.map((row) => row.email).toSorted()
  }
  return { env, emails }
}

describe.each(dialects)('%s', (dialect) => {
  test('two servers started at the same time share one new database', async () => {
    const { env, emails } = await sharedDatabase(dialect)
    const both = await Promise.all([startTestSite(env), startTestSite(env)])
    const people = Array.from({ length: 60 }, (_, index) => `person-${index}@example.com`)
    const responses = await Promise.all(
      people.flatMap((email) => both.map((site) => site.submit({ email }))),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(120).fill(200))
    await expect.poll(() => emails('subscribers')).toEqual(people.toSorted())
    const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
    const retried = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        both[index % 2]!.submit(message, { 'idempotency-key': 'the-same' }),
      ),
    )
    expect(retried.map((response) => response.status)).toEqual(Array(10).fill(200))
    await expect.poll(() => emails('messages')).toEqual(['ada@example.com'])
  })
})
