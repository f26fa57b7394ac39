import type { Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/** Mail that waits, is under way or is done, and whom not to write to. */
export async function outbox(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('to_email', 'text')
    .addColumn('email_key', 'text')
    .addColumn('subject', 'text')
    .addColumn('html', 'text')
    .addColumn('text', 'text')
    .addColumn('reply_to', 'text')
    .addColumn('list_unsubscribe', 'text')
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text', (column) => column.notNull())
    .addColumn('touched_at', 'text', (column) => column.notNull())
    .addColumn('lease_until', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text')
    .execute()
  await trx.schema
    .createIndex('outbox_due')
    .on('outbox')
    .columns(['status', 'next_attempt_at'])
    .execute()
  await trx.schema.createIndex('outbox_email_key').on('outbox').column('email_key').execute()
  await trx.schema
    .createTable('suppressions')
    .addColumn('email_key', 'text', (column) => column.primaryKey())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await trx.schema
    .createTable('mail_pauses')
    .addColumn('cause', 'text', (column) => column.primaryKey())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('paused_at', 'text', (column) => column.notNull())
    .addColumn('until', 'text')
    .addColumn('times', 'integer', (column) => column.notNull())
    .execute()
  await trx.schema
    .createTable('mail_pace')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('next_at', 'text', (column) => column.notNull())
    .execute()
  await trx.insertInto('mail_pace').values({ id: 1, next_at: '' }).execute()
}
