import { sql, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseWork, prepareDatabaseWork } from '../../test/support/database-work.ts'
import { dialects, openTestDatabase, type DialectName } from '../../test/support/databases.ts'
import type { Database } from '#database/connect.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
/** Small tables, with a row per letter, pause or text: a full scan is the fastest plan. `counted` has a limit. */
const small = /\b(?:letters|mail_pauses|consent_texts|counted)\b/

describe.each(dialects)('%s', (dialect) => {
  test.each(Object.keys(databaseWork))('%s uses no full table scan', async (name) => {
    const database = await openTestDatabase(dialect)
    await prepareDatabaseWork(database, now)
    await databaseWork['processing a signup']!(database, now)
    const seen: RootOperationNode[] = []
    const watching: KyselyPlugin = {
      transformQuery({ node }) {
        seen.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await databaseWork[name]!({ ...database, db: database.db.withPlugin(watching) }, now)
    expect(seen.length).toBeGreaterThan(0)
    for (const node of seen) {
      const plan = await planOf(database, dialect, node)
      const scans = plan.filter((line) =>
        /\bSCAN (?!.*(?:\bUSING\b|VALUES CLAUSE))|Seq Scan/.test(line),
      )
      expect(scans.filter((line) => !small.test(line))).toEqual([])
      // Sorting would read every message in full.
      if (name === 'the data page') {
        expect(plan.join()).not.toMatch(/^SEARCH (\w+) .*\b\1_email_key\b.*TEMP B-TREE/)
      }
      // Queued mail may be most of the outbox; only the daily cleanup may read all rows of a status.
      if (name !== 'the daily cleanup') expect(plan.join()).not.toContain('outbox_due (status=?)')
    }
  })
})

async function planOf({ db }: Database, dialect: DialectName, node: RootOperationNode) {
  const query = db.getExecutor().compileQuery(node, { queryId: 'plan' })
  return await db.connection().execute(async (connection) => {
    const explain = dialect === 'sqlite' ? 'explain query plan ' : 'explain '
    // PostgreSQL scans empty tables anyway; this shows whether it could use an index.
    if (dialect === 'postgres') await sql`set enable_seqscan = off`.execute(connection)
    const { rows } = await connection.executeQuery<Record<string, string>>({
      ...query,
      sql: `${explain}${query.sql}`,
    })
    return rows.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? '')
  })
}
