import type { Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/** The launch and its ledger, the record of backups, and the order of the owner's listings. */
export async function launch(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('launches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('audience', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .execute()
  await trx.schema
    .createTable('launch_recipients')
    .addColumn('subscriber_id', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('retry_at', 'text')
    .addColumn('reason', 'text')
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .execute()
  await trx.schema
    .createIndex('launch_recipients_state')
    .on('launch_recipients')
    .columns(['state', 'retry_at'])
    .execute()
  await trx.schema
    .createTable('launch_runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('pid', 'integer', (column) => column.notNull())
    .addColumn('beat_at', 'text', (column) => column.notNull())
    .execute()
  await trx.schema
    .createTable('backups')
    .addColumn('made_at', 'text', (column) => column.primaryKey())
    .addColumn('file', 'text', (column) => column.notNull())
    .execute()
  await trx.schema
    .createIndex('subscribers_by_time')
    .on('subscribers')
    .columns(['asked_at', 'id'])
    .execute()
  await trx.schema
    .createIndex('messages_by_time')
    .on('messages')
    .columns(['received_at', 'id'])
    .execute()
}
