/** What was agreed to, and how many mails a stranger can cause. */
export const consent = [
  `create table consent_texts (
    hash text primary key, text text not null, first_seen_at text not null)`,
  `create table consents (
    id text primary key, subscriber_id text not null references subscribers (id) on delete cascade,
    asked_at text not null, confirmed_at text, withdrawn_at text,
    line_hash text not null references consent_texts (hash),
    privacy_hash text not null references consent_texts (hash))`,
  'create index consents_subscriber_id on consents (subscriber_id)',
  `create table mail_allowances (
    kind text not null, email_key text not null, place integer not null, taken_at text not null,
    constraint mail_allowances_key primary key (kind, email_key, place))`,
]
