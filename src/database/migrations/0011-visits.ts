import { sql, type Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/** How many came from where, and which digests were queued. */
export async function visits(trx: Transaction<Schema>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(trx)
}

const statements = [
  `create table visits (
    day text not null, source text not null, visits integer not null, signups integer not null,
    primary key (day, source))`,
  `create table digests (id text primary key, since text not null, queued_at text not null)`,
]
