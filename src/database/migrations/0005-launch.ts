/** The launch and its ledger, the record of backups, and the order of the owner's listings. */
export const launch = [
  `create table launches (
    id text primary key, subject text not null, body text not null, audience integer not null,
    started_at text not null)`,
  `create table launch_recipients (
    subscriber_id text primary key, state text not null, run_id text, attempts integer not null,
    retry_at text, reason text, changed_at text not null)`,
  'create index launch_recipients_state on launch_recipients (state, retry_at)',
  `create table launch_runs (
    id text primary key, host text not null, pid integer not null, beat_at text not null)`,
  'create table backups (made_at text primary key, file text not null)',
  'create index subscribers_by_time on subscribers (asked_at, id)',
  'create index messages_by_time on messages (received_at, id)',
]
