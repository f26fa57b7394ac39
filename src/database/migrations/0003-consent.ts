import type { Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/** What was agreed to, and how many mails a stranger can cause. */
export async function consent(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('consent_texts')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('first_seen_at', 'text', (column) => column.notNull())
    .execute()
  await trx.schema
    .createTable('consents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('subscriber_id', 'text', (column) =>
      column.notNull().references('subscribers.id').onDelete('cascade'),
    )
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('withdrawn_at', 'text')
    .addColumn('line_hash', 'text', (column) => column.notNull().references('consent_texts.hash'))
    .addColumn('privacy_hash', 'text', (column) =>
      column.notNull().references('consent_texts.hash'),
    )
    .execute()
  await trx.schema
    .createIndex('consents_subscriber_id')
    .on('consents')
    .column('subscriber_id')
    .execute()
  await trx.schema
    .createTable('mail_allowances')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('taken_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mail_allowances_key', ['kind', 'email_key', 'place'])
    .execute()
}
