const status = `case outbox.status when 'sent' then 'sent' when 'failed' then 'failed'
  when 'suppressed' then 'skipped' else 'queued' end`

/** Two messages of one person in one millisecond must not make a mail two. */
const keep = (kind: string, about: string) => `
  insert into mails select * from (select outbox.id, outbox.kind, null as letter,
    (select min(${about}) as about_id, ${status}, outbox.attempts,
    coalesce(outbox.sent_at, outbox.next_attempt_at), null as claimed_by, null as last_error,
    outbox.created_at from outbox where outbox.kind = '${kind}') as kept where about_id is not null`

const countOf = (state: string) =>
  `(select count(*) from mails where letter = 'launch' and status = '${state}')`

/**
 * One outbox for all mail. What waited is found again by the moment at which it was queued: that of
 * the asking, the message or the link that it is about. An unfinished launch goes on as a letter.
 */
export const letters = [
  `create table mails (
    id text primary key, kind text not null, letter text, about_id text not null,
    status text not null, attempts integer not null, due_at text not null,
    claimed_by text, last_error text, created_at text not null)`,
  keep(
    'confirm-signup',
    `consents.id) from consents join subscribers on subscribers.id = consents.subscriber_id
    where subscribers.email_key = outbox.email_key and consents.asked_at = outbox.created_at`,
  ),
  keep(
    'message-notice',
    `id) from messages where email_key = lower(outbox.reply_to) and received_at = outbox.created_at`,
  ),
  keep(
    'message-receipt',
    `id) from messages where email_key = outbox.email_key and received_at = outbox.created_at`,
  ),
  keep(
    'my-data-link',
    `id) from data_links where email_key = outbox.email_key and asked_at = outbox.created_at`,
  ),
  // What an earlier version was about to send, when it ended, may have gone out.
  `insert into mails select 'launch.' || subscriber_id, 'letter', 'launch', subscriber_id,
    case state when 'sending' then 'in_doubt' else state end, 0, launch_recipients.changed_at,
    null, reason, launches.started_at
    from launch_recipients cross join launches`,
  'drop table outbox',
  'alter table mails rename to outbox',
  'create index outbox_due on outbox (status, letter, due_at)',
  'create index outbox_about on outbox (about_id)',
  'create index outbox_by_time on outbox (created_at, id)',
  `create table letters (
    name text primary key, subject text not null, preview text, body text not null,
    state text not null, audience integer not null, started_at text not null, due_at text not null,
    queued integer not null default 0, sending integer not null default 0,
    sent integer not null default 0, failed integer not null default 0,
    in_doubt integer not null default 0, skipped integer not null default 0)`,
  `insert into letters select 'launch', subject, null, body, 'started', audience, started_at,
    started_at, ${['queued', 'sending', 'sent', 'failed', 'in_doubt', 'skipped']
      .map((state) => countOf(state).replace('mails', 'outbox'))
      .join(', ')} from launches`,
  'drop table launch_runs',
  'drop table launch_recipients',
  'drop table launches',
  `delete from mail_pauses where cause = 'authentication'`,
]
