import { sql } from 'kysely'
import type { Database } from '#database/connect.ts'

const batch = 50_000

/** Fills the tables of visitors and letters up to `to` rows each. None of the rows has expired. */
export async function grow(
  { db, kind }: Database,
  from: number,
  to: number,
  now: Date,
): Promise<void> {
  const isFile = kind === 'sqlite'
  // Faster, and this data may be lost.
  if (isFile) await sql.raw('pragma synchronous = off').execute(db)
  if (isFile) await sql.raw('pragma cache_size = -500000').execute(db)
  if (from === 0) await sql`insert into consent_texts values ('t', 'A text', 'now')`.execute(db)
  for (let first = from; first < to; first += batch) {
    const last = Math.min(first + batch, to) - 1
    const at = new Date(now.getTime() - first * 100).toISOString()
    const numbers = `with recursive numbers(n) as
      (select ${first} union all select n + 1 from numbers where n < ${last})`
    await db.transaction().execute(async (trx) => {
      for (const [table, values] of Object.entries(valuesOf(at))) {
        const columns = Object.keys(values).join(', ')
        const row = Object.values(values).join(', ')
        const insert = `insert into ${table} (${columns}) ${numbers} select ${row} from numbers`
        await sql.raw(insert).execute(trx)
      }
    })
  }
  await sql`delete from letters`.execute(db)
  const at = now.toISOString()
  const en = { subject: 'We are live', html: '<p>Hello</p>', text: 'Hello' }
  const sent = { sender: 'us@example.com', public_url: 'https://www.example.com' }
  const letter = { name: 'launch', texts: JSON.stringify({ en }), ...sent }
  await db
    .insertInto('letters')
    .values({
      ...letter,
      state: 'started',
      audience: to,
      started_at: at,
      due_at: at,
      at_launch: 0,
      queued_at: at,
    })
    .execute()
  // PostgreSQL's autovacuum would do this some time later.
  await sql.raw(isFile ? 'analyze' : 'vacuum analyze').execute(db)
  if (isFile) await sql.raw('pragma synchronous = full').execute(db)
  if (isFile) await sql.raw('pragma cache_size = -2000').execute(db)
}

/** SQL expressions by table and column; `n` is the number of the row. */
function valuesOf(instant: string): Record<string, Record<string, string>> {
  const at = `'${instant}'`
  const email = "'person' || n || '@example.com'"
  const address = { email, email_key: email }
  return {
    subscribers: {
      id: "'s' || n",
      ...address,
      status: "'confirmed'",
      asked_at: at,
      confirmed_at: at,
    },
    consents: {
      id: "'c' || n",
      subscriber_id: "'s' || n",
      asked_at: at,
      confirmed_at: at,
      line_hash: "'t'",
      privacy_hash: "'t'",
    },
    messages: {
      id: "'m' || n",
      name: "'Ada Lovelace'",
      ...address,
      received_at: at,
      message: "'A line of a usual length, as people write it.'",
    },
    outbox: {
      id: "'o' || n",
      kind: "'letter'",
      letter: "'launch'",
      about_id: "'s' || n",
      status: "'queued'",
      attempts: '0',
      due_at: at,
      created_at: at,
    },
    mail_allowances: {
      id: "'a' || n",
      inbox: email,
      kind: "'confirm-signup'",
      is_reserved: '1',
      taken_at: at,
    },
    data_links: { id: "'d' || n", email_key: email, asked_at: at },
  }
}
