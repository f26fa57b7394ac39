import type { Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/** What the two forms bring in, and what guards the door. */
export async function foundation(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('subscribers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('unsubscribed_at', 'text')
    .execute()
  await trx.schema
    .createTable('messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .execute()
  await trx.schema.createIndex('messages_email_key').on('messages').column('email_key').execute()
  await trx.schema
    .createTable('quarantine')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('received_at', 'text', (column) => column.notNull())
    .execute()
  await trx.schema
    .createTable('idempotency_keys')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await trx.schema
    .createTable('rate_limits')
    .addColumn('client_hash', 'text', (column) => column.primaryKey())
    .addColumn('minute', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .execute()
}
