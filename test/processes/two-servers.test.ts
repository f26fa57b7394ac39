import { connect as open } from '#database/connect.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newAdminEnv } from '../support/admin.ts'
import { dialects, type DialectName } from '../support/databases.ts'
import type { RunningSite } from '../support/start-site.ts'
import { startTestSite } from '../support/test-site.ts'

const headers = { 'content-type': 'application/json' }

/** Environments for servers that share one new database, and a look into it. */
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

async function signUp(site: RunningSite, email: string): Promise<boolean> {
  try {
    const body = JSON.stringify({ email })
    const answer = await fetch(`${site.url}/contact`, { method: 'POST', headers, body })
    return ((await answer.json()) as { ok: boolean }).ok
  } catch {
    return false
  }
}

describe.each(dialects)('%s', (dialect) => {
  test('two servers started at once on one new database work as one', async () => {
    const { env, emails } = await sharedDatabase(dialect)
    const both = await Promise.all([startTestSite(env), startTestSite(env)])
    const people = Array.from({ length: 60 }, (_, index) => `person-${index}@example.com`)
    const answers = await Promise.all(
      people.flatMap((email) => both.map((site) => signUp(site, email))),
    )
    expect(answers).toEqual(Array(120).fill(true))
    expect(await emails('subscribers')).toEqual(people.toSorted())
    const message = JSON.stringify({ name: 'Ada', email: 'ada@example.com', message: 'Hello' })
    const retried = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        fetch(`${both[index % 2]!.url}/contact`, {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': 'the-same' },
          body: message,
        }),
      ),
    )
    expect(retried.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    expect(await emails('messages')).toEqual(['ada@example.com'])
  })
})
