/** Mail that waits, is under way or is done, and whom not to write to. */
export const outbox = [
  `create table outbox (
    id text primary key, kind text not null, to_email text, email_key text, subject text,
    html text, text text, reply_to text, list_unsubscribe text, message_id text not null,
    status text not null, attempts integer not null, next_attempt_at text not null,
    touched_at text not null, lease_until text, last_error text, created_at text not null,
    sent_at text)`,
  'create index outbox_due on outbox (status, next_attempt_at)',
  'create index outbox_email_key on outbox (email_key)',
  `create table suppressions (
    email_key text primary key, reason text not null, created_at text not null)`,
  `create table mail_pauses (
    cause text primary key, reason text not null, paused_at text not null, until text,
    times integer not null)`,
  'create table mail_pace (id integer primary key, next_at text not null)',
  `insert into mail_pace (id, next_at) values (1, '')`,
]
