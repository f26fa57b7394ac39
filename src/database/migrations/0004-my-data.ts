/** What people's rights over their data leave behind. */
export const myData = [
  'create table data_links (id text primary key, email_key text not null, asked_at text not null)',
  'create table objections (email_key text primary key, objected_at text not null)',
  'create table erasures (email_hash text primary key, erased_at text not null)',
  'create index quarantine_email_key on quarantine (email_key)',
]
