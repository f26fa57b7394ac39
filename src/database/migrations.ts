import { PostgresAdapter, sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * In order; every statement runs on both databases. Never edit a migration after a release: add the next one.
 * A migration that removes or renames something has `-breaking-` in its name; releases that don't know it then
 * refuse to start. All others only add, so that the previous release still runs after a rollback.
 */
const statements: Record<string, string[]> = {
  '0001-foundation': [
    `create table submissions (
      id text primary key, kind text not null, email_key text, payload text, key_hash text unique,
      body_hash text, attempts integer not null, due_at text not null, processed_at text,
      last_error text, received_at text not null)`,
    // In the order in which the inbox works on them.
    `create index submissions_waiting on submissions ((kind = 'message'), due_at)
      where processed_at is null`,
    'create index submissions_processed on submissions (processed_at) where processed_at is not null',
    'create index submissions_stuck on submissions (id) where last_error is not null',
    'create index submissions_email_key on submissions (email_key, received_at, id)',

    `create table subscribers (
      id text primary key, email text not null, email_key text not null unique,
      status text not null, language text not null default 'en', asked_at text not null,
      confirmed_at text, unsubscribed_at text)`,
    'create index subscribers_by_time on subscribers (asked_at, id)',
    'create index subscribers_by_status on subscribers (status, asked_at, id)',
    'create index subscribers_ended on subscribers (unsubscribed_at)',
    // Counts those who confirmed once and left or asked again: see count-signups.ts.
    `create index subscribers_confirmed_before on subscribers (status)
      where confirmed_at is not null and status <> 'confirmed'`,
    // The domain is what follows the last character that no domain contains. This runs on both databases.
    `create index subscribers_by_domain on subscribers (substr(email_key,
      length(rtrim(email_key, 'abcdefghijklmnopqrstuvwxyz0123456789.-')) + 1), asked_at)`,
    `create table consent_texts (
      hash text primary key, text text not null, first_seen_at text not null, kind text,
      language text)`,
    `create table consents (
      id text primary key,
      subscriber_id text not null references subscribers (id) on delete cascade,
      asked_at text not null, confirmed_at text, withdrawn_at text,
      line_hash text not null references consent_texts (hash),
      privacy_hash text not null references consent_texts (hash),
      confirm_hash text references consent_texts (hash))`,
    'create index consents_subscriber_id on consents (subscriber_id)',
    'create index consents_unanswered on consents (asked_at) where confirmed_at is null',

    `create table messages (
      id text primary key, name text not null, email text not null, email_key text not null,
      message text not null, language text not null default 'en', received_at text not null,
      answered_at text)`,
    'create index messages_email_key on messages (email_key, received_at, id)',
    'create index messages_by_time on messages (received_at, id)',
    'create index messages_open on messages (received_at, id) where answered_at is null',
    'create index messages_answered on messages (received_at, id) where answered_at is not null',
    `create table quarantine (
      id text primary key, kind text not null, name text, email text not null,
      email_key text not null, message text, received_at text not null)`,
    'create index quarantine_email_key on quarantine (email_key, received_at, id)',
    'create index quarantine_by_time on quarantine (received_at, id)',

    `create table outbox (
      id text primary key, kind text not null, letter text, about_id text not null,
      status text not null, attempts integer not null, due_at text not null,
      claimed_by text, last_error text, created_at text not null, tried_at text)`,
    'create index outbox_due on outbox (status, kind, due_at)',
    'create index outbox_by_letter on outbox (letter, status, due_at, id)',
    'create index outbox_about on outbox (about_id)',
    'create index outbox_by_time on outbox (created_at, id)',
    // For the hourly limit: see hourly-limit.ts.
    'create index outbox_tried on outbox (kind, tried_at) where letter is null',
    `create table letters (
      name text primary key, texts text not null, sender text not null, public_url text not null,
      state text not null, audience integer not null, archived_counts text,
      started_at text not null, due_at text not null, queued_at text, page text,
      at_launch integer not null default 0)`,
    `create table letter_pictures (
      letter text not null, name text not null, file text not null, cid text not null,
      type text not null, width integer not null, height integer not null, base64 text not null,
      primary key (letter, name))`,
    `create table letter_drafts (
      name text primary key, version integer not null, texts text not null,
      is_public integer not null, samples text, used_texts text, used_at text,
      created_at text not null, saved_at text not null)`,
    `create table draft_pictures (
      letter text not null, name text not null, file text not null, cid text not null,
      type text not null, width integer not null, height integer not null, base64 text not null,
      added_at text not null, primary key (letter, name))`,
    `create table suppressions (
      email_key text not null, inbox text, cause text not null, reason text not null,
      created_at text not null, primary key (email_key, cause))`,
    'create index suppressions_inbox on suppressions (inbox)',
    'create index suppressions_by_time on suppressions (created_at)',
    `create table mail_pauses (
      cause text primary key, reason text not null, paused_at text not null, until text,
      times integer not null)`,
    `create table mail_allowances (
      id text primary key, inbox text not null, kind text not null, is_reserved integer not null,
      taken_at text not null)`,
    'create index mail_allowances_inbox on mail_allowances (inbox, taken_at)',
    'create index mail_allowances_by_time on mail_allowances (taken_at)',
    'create table lease (id integer primary key, holder text not null, counter integer not null)',
    `insert into lease (id, holder, counter) values (1, '', 0)`,

    `create table data_links (
      id text primary key, email_key text not null, language text not null default 'en',
      asked_at text not null)`,
    'create index data_links_email_key on data_links (email_key, asked_at, id)',
    'create index data_links_by_time on data_links (asked_at)',
    'create table erasures (email_hash text primary key, erased_at text not null)',
    'create index erasures_by_time on erasures (erased_at)',
    `create table mailbox_tasks (
      id text primary key, received_times text not null, created_at text not null)`,
    'create index mailbox_tasks_by_time on mailbox_tasks (created_at)',

    `create table server_settings (
      id integer primary key, public_url text not null, mail_from text not null,
      started_at text not null, settings text)`,
    'create table backups (made_at text primary key, file text not null)',
    `create table backup_proofs (
      made_at text primary key, subscribers integer not null, messages integer not null,
      total integer not null, proven_at text, copied_at text, failure text)`,
    `create table visits (
      day text not null, source text not null, visits integer not null, signups integer not null,
      primary key (day, source))`,
    `create table funnel (
      day text not null, domain text not null, step text not null, count integer not null,
      primary key (day, domain, step))`,
    'create table digests (id text primary key, since text not null, queued_at text not null)',
  ],
}

/** For searches by the start of an address, see read-rows.ts. SQLite can use any index for that. */
const onPostgres: Record<string, string[]> = {
  '0001-foundation': [
    'create index subscribers_by_address on subscribers (email_key text_pattern_ops)',
    'create index messages_by_address on messages (email_key text_pattern_ops)',
  ],
}

export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(statements).map(([name, list]) => [
    name,
    { up: (db) => runAll(db, list, onPostgres[name]) },
  ]),
)

async function runAll(db: Kysely<unknown>, list: string[], more: string[] = []) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of [...list, ...(isPostgres ? more : [])]) {
    await sql.raw(statement).execute(db)
  }
}
