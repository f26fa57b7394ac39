/** Whatever is looked up by address or swept by age is found without reading the whole table. */
export const lookups = [
  'create index subscribers_by_status on subscribers (status, asked_at)',
  'create index consents_unanswered on consents (asked_at) where confirmed_at is null',
  'create index quarantine_by_time on quarantine (received_at)',
  'create index erasures_by_time on erasures (erased_at)',
  'create index data_links_email_key on data_links (email_key)',
  'create index data_links_by_time on data_links (asked_at)',
  'create index idempotency_keys_by_time on idempotency_keys (created_at)',
  'create index rate_limits_by_minute on rate_limits (minute)',
  // With the address first, its key finds all that an address was sent: one index less to write.
  `create table allowances (
    kind text not null, email_key text not null, place integer not null, taken_at text not null,
    primary key (email_key, kind, place))`,
  'insert into allowances select kind, email_key, place, taken_at from mail_allowances',
  'drop table mail_allowances',
  'alter table allowances rename to mail_allowances',
  'create index mail_allowances_by_time on mail_allowances (taken_at)',
]
