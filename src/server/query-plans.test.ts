import { sql, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dialects, openTestDatabase, type DialectName } from '../../test/support/databases.ts'
import type { Database } from '#database/connect.ts'
import { forgetExpiredLimits } from '#intake/forget-expired-limits.ts'
import { receiveSubmissions } from '#intake/receive-submissions.ts'
import { claimMail } from '#mail/claim-mail.ts'
import { hashConsentTexts } from '#newsletter/consent.ts'
import { unsubscribe } from '#newsletter/unsubscribe.ts'
import { collectPersonalData } from '#privacy/collect-personal-data.ts'
import { sendDataLink } from '#privacy/data-link.ts'
import { forgetExpired } from '#privacy/forget-expired.ts'
import { createMailWriters } from './mail-writers.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const address = { email: 'ada@example.com', key: 'ada@example.com' }
const consent = hashConsentTexts({ line: 'I agree.', privacy: 'What we keep.' })

/** A row a letter, a pause or a text: reading them all is the quickest. */
const small = /\b(?:letters|mail_pauses|mail_pace|consent_texts)\b/

const work: Record<string, (database: Database) => Promise<unknown>> = {
  'a batch of submissions': ({ db }) =>
    receiveSubmissions(
      db,
      [
        {
          sender: { client: 'a', network: 'na' },
          submission: { kind: 'newsletter', trapped: false, email: address },
        },
        {
          sender: { client: 'b', network: 'nb' },
          submission: {
            kind: 'message',
            trapped: false,
            email: { email: 'b@example.com', key: 'b@example.com' },
            name: 'B',
            message: 'Hello',
          },
          key: { keyHash: 'k', bodyHash: 'b' },
        },
        {
          sender: { client: 'b', network: 'nb' },
          submission: { kind: 'newsletter', trapped: false, email: address },
        },
      ],
      {
        consent,
        submissionsPerMinute: 9,
        onError(error) {
          throw error
        },
      },
      now,
    ),
  'the claim of mail': (database) =>
    claimMail(
      database,
      {
        courierId: 'c',
        most: 10,
        perSecond: 10,
        writers: createMailWriters({
          publicUrl: 'https://www.example.com',
          secret: 's'.repeat(32),
          contactTo: 'owner@company.example',
        }),
      },
      now,
    ),
  'the request for one’s data': ({ db }) => sendDataLink(db, address, now),
  'the page of one’s data': ({ db }) => collectPersonalData(db, address.key),
  'an unsubscribe': ({ db }) => unsubscribe(db, 'none', now),
  'the daily sweep': ({ db }) => forgetExpired(db, now),
  'the sweep of every minute': ({ db }) => forgetExpiredLimits(db, now),
}

describe.each(dialects)('%s', (dialect) => {
  test.each(Object.keys(work))('%s reads no table from end to end', async (name) => {
    const database = await openTestDatabase(dialect)
    // So that there is something to find.
    await work['a batch of submissions']!(database)
    const seen: RootOperationNode[] = []
    const watching: KyselyPlugin = {
      transformQuery({ node }) {
        seen.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await work[name]!({ ...database, db: database.db.withPlugin(watching) })
    expect(seen.length).toBeGreaterThan(0)
    for (const node of seen) {
      const plan = await planOf(database, dialect, node)
      const scans = plan.filter((line) =>
        /\bSCAN (?!.*(?:\bUSING\b|VALUES CLAUSE))|Seq Scan/.test(line),
      )
      expect(scans.filter((line) => !small.test(line))).toEqual([])
    }
  })
})

async function planOf({ db }: Database, dialect: DialectName, node: RootOperationNode) {
  const query = db.getExecutor().compileQuery(node, { queryId: 'plan' })
  return await db.connection().execute(async (connection) => {
    const explain = dialect === 'sqlite' ? 'explain query plan ' : 'explain '
    // An empty table is quickest read whole; the question is whether there is another way.
    if (dialect === 'postgres') await sql`set enable_seqscan = off`.execute(connection)
    const { rows } = await connection.executeQuery<Record<string, string>>({
      ...query,
      sql: `${explain}${query.sql}`,
    })
    return rows.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? '')
  })
}
