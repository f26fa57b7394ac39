/** Restrictions, what to do in the mailbox, the words at the confirmation, versions of the legal texts. */
export const rights = [
  'create table restrictions (email_key text primary key, restricted_at text not null)',
  `create table mailbox_tasks (
    id text primary key, task text not null, received_times text not null, created_at text not null)`,
  `create table legal_texts (
    name text not null, version text not null, hash text not null, first_seen_at text not null,
    primary key (name, version))`,
  'alter table consents add column confirm_hash text references consent_texts (hash)',
  'create index subscribers_ended on subscribers (unsubscribed_at)',
  'create index suppressions_by_time on suppressions (created_at)',
  'create index objections_by_time on objections (objected_at)',
  'create index mailbox_tasks_by_time on mailbox_tasks (created_at)',
]
