import type { Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/** What people's rights over their data leave behind. */
export async function myData(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('data_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .execute()
  await trx.schema
    .createTable('objections')
    .addColumn('email_key', 'text', (column) => column.primaryKey())
    .addColumn('objected_at', 'text', (column) => column.notNull())
    .execute()
  await trx.schema
    .createTable('erasures')
    .addColumn('email_hash', 'text', (column) => column.primaryKey())
    .addColumn('erased_at', 'text', (column) => column.notNull())
    .execute()
  await trx.schema
    .createIndex('quarantine_email_key')
    .on('quarantine')
    .column('email_key')
    .execute()
}
